/** Shown when the program itself failed. It has no machine to lean on, so it only offers a fresh start. */
export function Crash({ cause }: { readonly cause: unknown }) {
  return (
    <main className="crash">
      <h1>Earmark stopped</h1>
      <p>Something went wrong in the program. Your progress is saved up to the last sync.</p>
      <p>
        <a href={document.baseURI}>Start again</a>
      </p>
      <pre>{cause instanceof Error ? cause.message : String(cause)}</pre>
    </main>
  );
}

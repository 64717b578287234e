/** Shown when the program itself failed. It has no machine to lean on, so it only offers a fresh start. */
export function Crash({ cause }: { readonly cause: unknown }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-3 px-5 py-10 text-ink">
      <h1 className="text-xl font-semibold">Earmark stopped</h1>
      <p>Something went wrong in the program. Your progress is saved up to the last sync.</p>
      <p>
        <a href={document.baseURI} className="text-accent-text underline">Start again</a>
      </p>
      <pre className="overflow-x-auto text-xs text-ink-2">{cause instanceof Error ? cause.message : String(cause)}</pre>
    </main>
  );
}

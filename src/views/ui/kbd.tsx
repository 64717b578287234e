/** A key or several pressed together, as in the list of shortcuts. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key) => <kbd key={key} className="min-w-6 rounded-xs border border-b-2 border-line-strong bg-surface-1 px-1.5 py-0.5 text-center font-sans text-xs text-ink">{key}</kbd>)}
    </span>
  );
}

/** The first thing Tab reaches: jumps over bars and rail to the content (AppFrame's main). */
export function SkipLink({ label, target = 'content' }: { label: string; target?: string | undefined }) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
      className="fixed start-4 top-2 z-80 -translate-y-20 rounded-md bg-accent px-4 py-3 font-medium text-accent-ink focus:translate-y-0"
    >
      {label}
    </a>
  );
}

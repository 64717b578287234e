/** The first tab stop: moves the focus past bars and rail to `#content`. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
      className="fixed start-4 top-2 z-80 -translate-y-20 rounded-md bg-accent px-4 py-3 font-medium text-accent-ink focus:translate-y-0"
    >
      {label}
    </a>
  );
}

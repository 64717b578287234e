export function ExplicitBadge({ label, className = '' }: { label: string; className?: string | undefined }) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={`inline-grid size-4 shrink-0 place-items-center rounded-xs bg-ink-2 text-[0.625rem] leading-none font-bold text-surface-0 ${className}`}
    >
      E
    </span>
  );
}

export function EbookBadge({ format, label }: { format: string; label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="shrink-0 rounded-xs bg-surface-2 px-1 text-[0.625rem] leading-4 font-semibold text-ink-2 uppercase forced-colors:border"
    >
      {format}
    </span>
  );
}

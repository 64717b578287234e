export function Logo({ size = 28 }: { size?: number | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M7 3h12l8 8v15a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z" className="fill-accent" />
      <path d="M19 3l8 8h-6a2 2 0 0 1-2-2z" className="fill-accent-ink" opacity="0.45" />
      <path
        d="M10 17a5.5 5.5 0 0 1 11 0c0 4.1-4.5 4.4-4.5 7.4a2.8 2.8 0 0 1-5.3 1.2M13.2 17a2.3 2.3 0 0 1 4.6 0c0 1.8-1.6 2-2.2 3.3"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-accent-ink"
      />
    </svg>
  );
}

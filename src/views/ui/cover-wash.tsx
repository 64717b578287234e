/** A wash in the colours of a cover behind the head of a page. Takes no space: put it first into a positioned box. */
export function CoverWash({ src }: { src: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 -z-1 h-112 overflow-hidden contain-strict contrast-more:hidden forced-colors:hidden"
    >
      <img
        src={src}
        alt=""
        className="absolute -inset-x-full -top-24 h-128 w-[300%] max-w-none object-fill blur-[96px] saturate-200"
      />
      <span className="absolute inset-0 bg-(--wash-veil)" />
      <span className="absolute inset-0 bg-[linear-gradient(var(--surface-0),transparent_20%,var(--surface-0))]" />
      <span className="absolute inset-0 bg-[linear-gradient(to_right,var(--surface-0),transparent_20%,transparent_80%,var(--surface-0))]" />
    </div>
  );
}

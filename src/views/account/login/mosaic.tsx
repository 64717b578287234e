/** Three columns of blank covers: height in percent of the window, and hue. */
const COLUMNS = [
  {
    start: -6,
    covers: [
      [30, 252],
      [22, 28],
      [30, 142],
      [30, 62],
    ],
  },
  {
    start: -14,
    covers: [
      [24, 322],
      [34, 214],
      [24, 96],
      [34, 352],
    ],
  },
  {
    start: -2,
    covers: [
      [34, 178],
      [24, 62],
      [30, 288],
      [24, 28],
    ],
  },
] as const;

/** Blank covers at both sides of the form, without requests. Decoration. */
export function Mosaic() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 -z-1 flex justify-between overflow-hidden opacity-12 max-lg:hidden phone:hidden forced-colors:hidden"
    >
      <Side />
      <Side />
    </div>
  );
}

function Side() {
  return (
    <div className="flex h-full w-[calc(50vw-17rem)] gap-4 px-4">
      {COLUMNS.map(({ start, covers }) => (
        <div key={start} className="flex flex-1 flex-col gap-4" style={{ marginBlockStart: `${start}vh` }}>
          {covers.map(([height, hue]) => (
            <span
              key={hue}
              className="shrink-0 rounded-md"
              style={{ blockSize: `${height}vh`, background: `oklch(0.6 0.1 ${hue})` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

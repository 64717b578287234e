export function Equaliser({ moves }: { moves: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-moves={moves}
      className="equaliser flex h-3 items-end gap-0.5 *:h-full *:w-0.75 *:rounded-full *:bg-current"
    >
      <span />
      <span />
      <span />
    </span>
  );
}

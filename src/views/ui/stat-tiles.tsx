interface StatTilesProps {
  label: string;
  tiles: readonly { readonly name: string; readonly text: string }[];
}

export function StatTiles({ label, tiles }: StatTilesProps) {
  return (
    <section aria-label={label}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        {tiles.map(({ name, text }) => (
          <div key={name} className="flex flex-col-reverse justify-end gap-1 rounded-lg bg-surface-1 px-4 py-3">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="text-2xl font-semibold tabular-nums phone:text-xl">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

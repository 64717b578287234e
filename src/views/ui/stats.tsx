import { useId, type ReactNode } from 'react';
import { Heading } from './heading.tsx';

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

interface BarRow {
  readonly id: string;
  readonly name: ReactNode;
  readonly amount: string;
  /** 0..1. */
  readonly share: number;
}

interface BarListProps {
  title: string;
  rows: readonly BarRow[];
  isRanked?: boolean;
}

export function BarList({ title, rows, isRanked = false }: BarListProps) {
  const id = useId();
  const List = isRanked ? 'ol' : 'ul';
  return (
    <section aria-labelledby={id}>
      <Heading level={2} looksLike={3} id={id} className="pb-2">
        {title}
      </Heading>
      <List className="flex flex-col gap-1">
        {rows.map((row, index) => (
          <li
            key={row.id}
            data-ranked={isRanked}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 text-sm data-[ranked=true]:grid-cols-[1.75rem_minmax(0,1fr)_auto]"
          >
            {isRanked && (
              <span aria-hidden="true" className="text-end text-ink-3 tabular-nums">
                {index + 1}
              </span>
            )}
            {row.name}
            <span className="text-ink-2 tabular-nums">{row.amount}</span>
            <span aria-hidden="true" className="col-span-2 -col-end-1 h-1.5 overflow-hidden rounded-full bg-surface-2">
              <span
                className="block h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
                style={{ inlineSize: `${row.share * 100}%` }}
              />
            </span>
          </li>
        ))}
      </List>
    </section>
  );
}

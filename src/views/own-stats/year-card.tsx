import type { WordedCard } from '../../machines/year-review/year-review.machine.ts';

/** Covers behind a card: five rows of five, and one more where it is higher than wide. */
const BEHIND = 35;

interface YearCardPanelProps {
  card: WordedCard['picture'];
  coversLabel: string;
}

export function YearCardPanel({ card, coversLabel }: YearCardPanelProps) {
  const { title, subtitle, figures, lists, covers, background } = card;
  // Repeats them to fill the card.
  const behind = background.length === 0 ? [] : Array.from({ length: BEHIND }, (_, index) => index % background.length);
  return (
    <div className="relative isolate min-h-[28rem] w-full max-w-md overflow-clip rounded-lg bg-[#14110d] text-[#f5efe6] phone:min-h-0">
      <div aria-hidden="true" className="absolute inset-0 -z-1 grid grid-cols-5 opacity-15">
        {behind.map((number, index) => (
          <img
            key={index}
            src={background[number]}
            alt=""
            decoding="async"
            className="aspect-square w-full object-cover"
          />
        ))}
      </div>
      <div className="flex flex-col gap-4 p-6 phone:p-5">
        <div>
          <p className="text-2xl font-bold text-[#f2b45c]">{title}</p>
          <p dir="auto" className="truncate text-sm text-[#c9bfb1]">
            {subtitle}
          </p>
        </div>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
          {figures.map(({ value, label }) => (
            <div key={label} className="flex min-w-0 flex-col-reverse">
              <dt className="truncate text-xs text-[#c9bfb1]">{label}</dt>
              <dd className="truncate text-2xl font-bold tabular-nums phone:text-xl">{value}</dd>
            </div>
          ))}
        </dl>
        {covers.length > 0 && (
          <div role="img" aria-label={coversLabel} className="grid grid-cols-4 gap-2">
            {covers.map((src) => (
              <img
                key={src}
                src={src}
                alt=""
                decoding="async"
                className="aspect-square w-full rounded-xs object-cover"
              />
            ))}
          </div>
        )}
        {lists.length > 0 && (
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
            {lists.map(({ label, entries }) => (
              <div key={label} className="min-w-0">
                <dt className="text-xs text-[#c9bfb1]">{label}</dt>
                {entries.map((entry) => (
                  <dd key={entry} dir="auto" className="line-clamp-2 text-match font-semibold">
                    {entry}
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}

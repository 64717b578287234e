import { useLocale, useTranslations } from 'use-intl';
import { selectUrls } from '../../../machines/app/app.selectors.ts';
import {
  backgroundOf,
  type CardFigure,
  type YearCard,
  type YearData,
} from '../../../machines/admin/year-review/year-cards.logic.ts';
import type { WordedCard } from '../../../machines/admin/year-review/year-review.machine.ts';
import { useApp } from '../../app/actors-context.tsx';
import { formatBytes, formatDuration } from '../../format/amounts.ts';
import { monthNames } from '../../format/dates.ts';

/** Pixels of the square cards and of the banner. */
const SQUARE = { width: 800, height: 800 };
const BANNER = { width: 600, height: 200 };
const BANNER_FIGURES = 3;
const MOST_BEHIND = 25;
const COVER_PX = 200;
/** Seconds; longer times omit minutes. */
const MANY_HOURS = 360_000;

/** `person`: the name of the account. */
export function useYearWords(data: YearData, year: number, person: string) {
  const t = useTranslations('yearCards');
  const locale = useLocale();
  const urls = selectUrls(useApp().getSnapshot());
  const coverOf = (id: string) => urls.cover(id, { updatedAt: 0, width: COVER_PX, format: 'webp' });
  const figureOf = ({ key, kind, value }: CardFigure) => ({
    value:
      kind === 'count'
        ? value.toLocaleString(locale)
        : kind === 'seconds'
          ? formatDuration(value < MANY_HOURS ? value : Math.round(value / 3600) * 3600, locale)
          : formatBytes(value, locale),
    label: t(`figure.${key}`, { count: value }),
  });
  const heading = {
    title: t('heading', { year: String(year) }),
    subtitle: t(`subtitle.${data.scope}`, { name: person }),
  };
  const background = backgroundOf(data).slice(0, MOST_BEHIND).map(coverOf);
  const square = (card: YearCard): WordedCard['picture'] => ({
    ...SQUARE,
    ...heading,
    figures: card.figures.map(figureOf),
    lists: card.lists.map(({ key, entries }) => ({
      label: t(`list.${key}`),
      entries: entries.map(({ name, month }) => name ?? monthNames(locale)[month ?? 0] ?? ''),
    })),
    covers: card.covers.map(coverOf),
    background,
  });
  const banner = (card: YearCard): WordedCard['picture'] => ({
    ...BANNER,
    ...heading,
    figures: card.figures.slice(0, BANNER_FIGURES).map(figureOf),
    lists: [],
    covers: [],
    background,
  });
  const fileName = (card: string) => t('fileName', { year: String(year), card });
  return { square, banner, fileName };
}

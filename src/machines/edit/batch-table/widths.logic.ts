import { z } from '../../../schemas/zod.ts';
import { defineStored } from '../../../services/storage.ts';
import type { DetailName } from '../item-edit/details.logic.ts';

/** Of columns that were resized, in rem. */
export type ColumnWidths = Readonly<Record<string, number>>;

export const columnWidthsOf = (userId: string) =>
  defineStored(`earmark.tableWidths.${userId}`, z.record(z.string(), z.number()));

/** Rem. */
const FIRST_WIDTHS: { readonly [Field in DetailName]?: number } = {
  title: 16,
  subtitle: 14,
  authors: 14,
  narrators: 14,
  series: 14,
  genres: 14,
  tags: 12,
  publisher: 12,
  description: 24,
  feedUrl: 18,
  author: 14,
  publishedYear: 7,
  language: 8,
  isbn: 10,
  asin: 9,
  explicit: 6,
  abridged: 6,
};
const OTHER_WIDTH = 10;

/** Rem. */
export const LEAST_WIDTH = 4;
export const MOST_WIDTH = 60;

const inRange = (rem: number): number => Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, rem));

export const widthOf = (widths: ColumnWidths, field: DetailName): number =>
  inRange(widths[field] ?? FIRST_WIDTHS[field] ?? OTHER_WIDTH);

/** Null: its first width again. */
export function resized(widths: ColumnWidths, field: DetailName, rem: number | null): ColumnWidths {
  const { [field]: _before, ...others } = widths;
  return rem === null ? others : { ...others, [field]: inRange(rem) };
}

import { z } from './zod.ts';

const percent = (least: number, fallback: number, most = 300) =>
  z._default(
    z.number().check(
      z.gte(least),
      z.lte(most),
      z.refine((value) => value % 5 === 0),
    ),
    fallback,
  );

/**
 * Looks of books on this device, or of one book. `textStroke` in CSS pixels, other numbers in percent: space between
 * letters and words of the letter size, between paragraphs of a line. No such space: as in the book.
 */
export const ereaderSettings = z.object({
  theme: z._default(z.enum(['app', 'light', 'sepia', 'dark']), 'app'),
  font: z._default(z.enum(['book', 'serif', 'sans-serif', 'opendyslexic']), 'book'),
  fontScale: percent(5, 100),
  lineSpacing: percent(100, 115),
  letterSpacing: percent(0, 0, 20),
  wordSpacing: percent(0, 0, 50),
  paragraphSpacing: percent(0, 0, 200),
  fontBoldness: percent(0, 100),
  spread: z._default(z.enum(['none', 'auto']), 'auto'),
  textStroke: z._default(z.number().check(z.gte(0), z.lte(2)), 0),
  margins: percent(0, 100),
  alignment: z._default(z.enum(['book', 'justified', 'start']), 'book'),
  flow: z._default(z.enum(['paged', 'scrolled']), 'paged'),
});
export type EreaderSettings = z.output<typeof ereaderSettings>;
export const defaultEreaderSettings: EreaderSettings = z.parse(ereaderSettings, {});

/** In percent of the fitted size. */
export const ZOOM_LIMITS = { min: 25, max: 400 } as const;

const fit = z.enum(['width', 'height', 'whole', 'original']);
const layout = z.enum(['single', 'double', 'strip']);

const keptPages = z.object({ fit, layout });

/** By engine. `directions`: books with another direction than in their file, the last one at the end. */
export const pageSettings = z.object({
  comic: z._default(z.object({ fit: z._default(fit, 'whole'), layout: z._default(layout, 'single') }), {
    fit: 'whole',
    layout: 'single',
  }),
  pdf: z._default(z.object({ fit: z._default(fit, 'whole'), layout: z._default(layout, 'single') }), {
    fit: 'whole',
    layout: 'single',
  }),
  directions: z._default(
    z.array(z.object({ itemId: z.string(), ino: z.string(), direction: z.enum(['ltr', 'rtl']) })),
    [],
  ),
});
export type PageSettings = z.output<typeof pageSettings>;
export const defaultPageSettings: PageSettings = z.parse(pageSettings, {});

/** Looks of single books on this device, the last one at the end. `pages`: of fixed pages; null: the text flows. */
export const bookSettings = z.array(
  z.object({ itemId: z.string(), ino: z.string(), settings: ereaderSettings, pages: z.nullable(keptPages) }),
);

/** How books are read aloud on this device. `rate`: 1 is the usual speed. `voices`: ids by primary language ('en'). */
export const aloudSettings = z.object({
  rate: z._default(z.number().check(z.gte(0.5), z.lte(3)), 1),
  voices: z._default(z.record(z.string(), z.string()), {}),
});
export type AloudSettings = z.output<typeof aloudSettings>;

/** The last read file at the end: `share` (0..1) of it in `ms`. */
export const readingPaces = z.array(
  z.object({
    itemId: z.string(),
    ino: z.string(),
    share: z.number().check(z.gte(0)),
    ms: z.number().check(z.gte(0)),
  }),
);
export type ReadingPace = z.output<typeof readingPaces>[number];

/** `key` names account, item and file; `location`: a CFI, or a page from 1; `share` 0..1; `at` in ms. */
export const readingPlace = z.object({
  key: z.string(),
  userId: z.string(),
  itemId: z.string(),
  ino: z.string(),
  location: z.string(),
  share: z.number().check(z.gte(0), z.lte(1)),
  at: z.number(),
});
export type ReadingPlace = z.output<typeof readingPlace>;

/** Reading places of an older version. `owed`: not on the server yet; `over` is its previous place there. */
export const oldReadingPlaces = z.array(
  z.extend(z.omit(readingPlace, { key: true, userId: true }), {
    owed: z.optional(z.object({ over: z.nullable(z.string()) })),
  }),
);

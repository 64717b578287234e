import { z } from './zod.ts';

const percent = (least: number, fallback: number) =>
  z._default(
    z.number().check(
      z.gte(least),
      z.lte(300),
      z.refine((value) => value % 5 === 0),
    ),
    fallback,
  );

/** Looks of books on this device, or of one book. `textStroke` in CSS pixels, other numbers in percent. */
export const ereaderSettings = z.object({
  theme: z._default(z.enum(['app', 'light', 'sepia', 'dark']), 'app'),
  font: z._default(z.enum(['serif', 'sans-serif']), 'serif'),
  fontScale: percent(5, 100),
  lineSpacing: percent(100, 115),
  fontBoldness: percent(0, 100),
  spread: z._default(z.enum(['none', 'auto']), 'auto'),
  textStroke: z._default(z.number().check(z.gte(0), z.lte(2)), 0),
  margins: percent(0, 100),
  alignment: z._default(z.enum(['book', 'justified', 'start']), 'book'),
  flow: z._default(z.enum(['paged', 'scrolled']), 'paged'),
});
export type EreaderSettings = z.output<typeof ereaderSettings>;
export const defaultEreaderSettings: EreaderSettings = z.parse(ereaderSettings, {});

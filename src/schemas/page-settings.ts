import { z } from './zod.ts';

/** In percent of the fitted size. */
export const ZOOM_LIMITS = { min: 25, max: 400 } as const;

const fit = z.enum(['width', 'height', 'whole', 'original']);
const layout = z.enum(['single', 'double', 'strip']);

export const keptPages = z.object({ fit, layout });
export type KeptPages = z.output<typeof keptPages>;

/** By engine. `directions`: books with another direction than in their file, the last one at the end. */
export const pageSettings = z.object({
  comic: z._default(z.object({ fit: z._default(fit, 'whole'), layout: z._default(layout, 'single') }), {
    fit: 'whole',
    layout: 'single',
  }),
  pdf: z._default(z.object({ fit: z._default(fit, 'width'), layout: z._default(layout, 'single') }), {
    fit: 'width',
    layout: 'single',
  }),
  directions: z._default(
    z.array(z.object({ itemId: z.string(), ino: z.string(), direction: z.enum(['ltr', 'rtl']) })),
    [],
  ),
});
export type PageSettings = z.output<typeof pageSettings>;
export const defaultPageSettings: PageSettings = z.parse(pageSettings, {});

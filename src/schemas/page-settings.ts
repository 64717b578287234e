import { z } from './zod.ts';

/** The least and the most that a page is enlarged, in percent of the size that it fits in. */
export const ZOOM_LIMITS = { min: 25, max: 400 } as const;

const fit = z.enum(['width', 'height', 'whole', 'original']);
const layout = z.enum(['single', 'double', 'strip']);

/** What is kept of how fixed pages look. */
export const keptPages = z.object({ fit, layout });
export type KeptPages = z.output<typeof keptPages>;

/**
 * How books with fixed pages look on this device, by the engine that shows them. `directions`: books that a person
 * reads in another direction than the file says, the last one at the end.
 */
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

import { ereaderSettings } from './ereader-settings.ts';
import { keptPages } from './page-settings.ts';
import { z } from './zod.ts';

/** Looks of single books on this device, the last one at the end. `pages`: of fixed pages; null: the text flows. */
export const bookSettings = z.array(
  z.object({ itemId: z.string(), ino: z.string(), settings: ereaderSettings, pages: z.nullable(keptPages) }),
);
export type BookSettings = z.output<typeof bookSettings>;

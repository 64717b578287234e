import { ereaderSettings } from './ereader-settings.ts';
import { keptPages } from './page-settings.ts';
import { z } from './zod.ts';

/**
 * Books that look in their own way on this device, the last one at the end. `pages`: size and layout of fixed pages;
 * null: the text of the book flows.
 */
export const bookSettings = z.array(
  z.object({ itemId: z.string(), ino: z.string(), settings: ereaderSettings, pages: z.nullable(keptPages) }),
);
export type BookSettings = z.output<typeof bookSettings>;

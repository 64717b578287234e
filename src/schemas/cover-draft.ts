import { z } from './zod.ts';

/** An unsaved cover: kept over a reload. `key`: of a file that the browser keeps. */
export const keptCover = z.object({
  itemId: z.string(),
  candidate: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), key: z.string() }),
    z.object({ kind: z.literal('address'), url: z.string() }),
    z.object({ kind: z.literal('local'), ino: z.string(), path: z.string(), name: z.string() }),
  ]),
});
export type KeptCover = z.output<typeof keptCover>;

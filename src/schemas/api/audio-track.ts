import { z } from '../zod.ts';

/** Seconds of the whole book. A transcoded session has one track without a file (`metadata` null). */
export const audioTrack = z.object({
  /** From 1. */
  index: z.number(),
  ino: z.optional(z.string()),
  title: z.string(),
  startOffset: z.number(),
  duration: z.number(),
  /** Path on the server without the base path. */
  contentUrl: z.string(),
  mimeType: z.string(),
  codec: z.nullish(z.string()),
  metadata: z.nullish(
    z.object({ filename: z.string(), ext: z.string(), path: z.string(), relPath: z.string(), size: z.number() }),
  ),
});
export type AudioTrack = z.output<typeof audioTrack>;

import { z } from '../zod.ts';

export const mediaType = z.enum(['book', 'podcast']);
export type MediaType = z.output<typeof mediaType>;

export const mediaItemType = z.enum(['book', 'podcastEpisode']);
export type MediaItemType = z.output<typeof mediaItemType>;

/** null, which servers store for a cleared text, becomes ''. */
export const clearableText = z.pipe(
  z.nullable(z.string()),
  z.transform((text) => text ?? ''),
);

/** A missing text becomes ''. */
export const missingText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);

/** Reads null, which means not measured, as 0. */
export const amount = z.pipe(
  z.nullable(z.number()),
  z.transform((value) => value ?? 0),
);

/** Older servers lack this flag: it is off. */
export const absentIsFalse = z.pipe(
  z.optional(z.boolean()),
  z.transform((flag) => flag ?? false),
);

export const namedReference = z.object({ id: z.string(), name: z.string() });
export type NamedReference = z.output<typeof namedReference>;

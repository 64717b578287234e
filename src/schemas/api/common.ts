import { z } from '../zod.ts';

/** `book` or `podcast`: the kind of a library and of its items. */
export const mediaType = z.enum(['book', 'podcast']);
export type MediaType = z.output<typeof mediaType>;

/** What media progress, shares and sessions point at. */
export const mediaItemType = z.enum(['book', 'podcastEpisode']);
export type MediaItemType = z.output<typeof mediaItemType>;

/** A text that the server stores as null once it was cleared; null reads as the empty text. */
export const clearableText = z.pipe(
  z.nullable(z.string()),
  z.transform((text) => text ?? ''),
);

/** A text that may be missing altogether, which reads as the empty text. */
export const missingText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);

/** A size or time that a server may not have measured; null reads as 0. */
export const amount = z.pipe(
  z.nullable(z.number()),
  z.transform((value) => value ?? 0),
);

/** A flag that older servers do not know, which then is off. */
export const absentIsFalse = z.pipe(
  z.optional(z.boolean()),
  z.transform((flag) => flag ?? false),
);

/** An author or series named in an answer. */
export const namedReference = z.object({ id: z.string(), name: z.string() });
export type NamedReference = z.output<typeof namedReference>;

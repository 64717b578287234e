import { z } from '../zod.ts';

export const mediaType = z.enum(['book', 'podcast']);
export type MediaType = z.output<typeof mediaType>;

export const mediaItemType = z.enum(['book', 'podcastEpisode']);

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

export const pong = z.object({ success: z.boolean() });

/** Exact: a proxy or hotspot may answer anything with status 200. */
export const accepted = z.literal('OK');

/** Refuses markup: a proxy or hotspot may answer with its sign-in page and status 200. */
export const acknowledgement = z
  .string()
  .check(z.refine((text) => !text.trimStart().startsWith('<'), 'expected a plain text'));

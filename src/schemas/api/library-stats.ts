import { z } from '../zod.ts';

const counted = z.object({ id: z.string(), name: z.string(), count: z.number() });

export const libraryStats = z.object({
  largestItems: z.array(z.object({ id: z.string(), title: z.nullable(z.string()), size: z.number() })),
  longestItems: z.array(z.object({ id: z.string(), title: z.nullable(z.string()), duration: z.number() })),
  totalAuthors: z.optional(z.number()),
  authorsWithCount: z.optional(z.array(counted)),
  totalGenres: z.number(),
  genresWithCount: z.array(z.object({ genre: z.string(), count: z.number() })),
  totalItems: z.number(),
  totalSize: z.number(),
  totalDuration: z.number(),
  numAudioTracks: z.number(),
});
export type LibraryStats = z.output<typeof libraryStats>;

import { z } from './zod.ts';

/** Which of the latest episodes are looked at, by library. `podcastId`: of one podcast only. */
export const latestFilters = z.array(
  z.object({
    libraryId: z.string(),
    show: z.enum(['all', 'incomplete', 'in_progress']),
    podcastId: z.nullable(z.string()),
  }),
);

import { z } from './zod.ts';

export const latestFilters = z.array(
  z.object({
    libraryId: z.string(),
    show: z.enum(['all', 'incomplete', 'in_progress']),
    podcastId: z.nullable(z.string()),
  }),
);

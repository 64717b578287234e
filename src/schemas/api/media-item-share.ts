import { z } from '../zod.ts';
import { mediaItemType } from './common.ts';

export const mediaItemShare = z.object({
  id: z.string(),
  slug: z.string(),
  mediaItemId: z.string(),
  mediaItemType,
  expiresAt: z.nullable(z.string()),
  isDownloadable: z.optional(z.boolean()),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
});
export type MediaItemShare = z.output<typeof mediaItemShare>;

import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { chapter, audioTrack } from './audio-file.ts';
import { mediaItemType, clearableText } from './common.ts';

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

/** With the playback session of the visitor's cookie. Seconds; `updatedAt` in ms. */
export const publicShare = z.extend(mediaItemShare, {
  playbackSession: z.object({
    id: z.string(),
    libraryItemId: z.nullish(z.string()),
    displayTitle: clearableText,
    displayAuthor: clearableText,
    coverPath: z.nullable(z.string()),
    duration: z.number(),
    chapters: tolerantList(chapter),
    currentTime: z.number(),
    startTime: z.number(),
    startedAt: z.number(),
    updatedAt: z.number(),
    audioTracks: z.array(audioTrack),
  }),
});
export type PublicShare = z.output<typeof publicShare>;

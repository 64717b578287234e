import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { audioTrack } from './audio-track.ts';
import { chapter } from './chapter.ts';
import { clearableText } from './common.ts';
import { mediaItemShare } from './media-item-share.ts';

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

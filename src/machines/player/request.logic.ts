import type { System } from '../app/ports.ts';
import { getTimeElsewhere } from '../app/system.ts';
import type { PlayCommand, PlayerContext, PlayRequest } from './player.context.ts';
import { toMediaRef, type PlayPreview } from './player.protocol.ts';

/** The request that a command makes. What another tab plays goes on where it is there. */
export function toRequest(command: PlayCommand, system: System): PlayRequest {
  const { preview = null, isJump } = command;
  const media = toMediaRef(command);
  const startTime = command.startTime ?? getTimeElsewhere(system, media);
  return { media, startTime, preview, ...(isJump && { isJump }) };
}

/** What can be shown of the open item without a playback session. */
export function previewOf({ opened, request }: Pick<PlayerContext, 'opened' | 'request'>): Required<PlayPreview> {
  const preview = { title: '', author: '', podcast: '', coverUpdatedAt: null, duration: 0, ...request?.preview };
  if (!opened) return preview;
  const { displayTitle, displayAuthor, episodeId, mediaMetadata, coverPath, libraryItem, duration } = opened.session;
  return {
    title: displayTitle ?? preview.title,
    author: displayAuthor ?? preview.author,
    podcast: episodeId === null ? '' : (mediaMetadata.title ?? ''),
    coverUpdatedAt: coverPath === null ? null : libraryItem.updatedAt,
    duration,
  };
}

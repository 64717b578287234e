import type { ReportedItem } from '../../../schemas/api/library-item-reduced.ts';
import type { System } from '../../kit/ports.ts';
import { getTimeElsewhere } from '../../kit/system.ts';
import type { PlayCommand, PlayerContext, PlayRequest } from './player.context.ts';
import type { OpenSession } from './open-session.actor.ts';
import { toMediaRef } from '../../kit/media.logic.ts';
import type { PlayPreview } from './player.protocol.ts';

/** Continues at the position of another tab that plays it. */
export function toRequest(command: PlayCommand, system: System): PlayRequest {
  const { preview = null, isJump } = command;
  const media = toMediaRef(command);
  const startTime = command.startTime ?? getTimeElsewhere(system, media);
  return { media, startTime, preview, ...(isJump && { isJump }) };
}

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

function shownOf(item: ReportedItem) {
  const { coverPath, metadata } = item.media;
  const author = 'authorName' in metadata ? metadata.authorName : (metadata.author ?? '');
  return { title: metadata.title ?? '', author, coverPath, coverUpdatedAt: coverPath === null ? null : item.updatedAt };
}

/** Merges a server event into a preview; events have no episode data. */
export function renamedPreview(preview: PlayPreview, isEpisode: boolean, item: ReportedItem): PlayPreview {
  const { title, author, coverUpdatedAt } = shownOf(item);
  return isEpisode
    ? { ...preview, podcast: title, author, coverUpdatedAt }
    : { ...preview, title, author, coverUpdatedAt };
}

export function renamedSession(opened: OpenSession, item: ReportedItem): OpenSession {
  const { title, author, coverPath } = shownOf(item);
  const { session } = opened;
  const { authors, ...metadata } = session.mediaMetadata;
  const keepsAuthors = author === session.displayAuthor;
  return {
    ...opened,
    session: {
      ...session,
      displayTitle: session.episodeId === null ? title : session.displayTitle,
      displayAuthor: author,
      mediaMetadata: { ...metadata, title, ...(authors && keepsAuthors ? { authors } : {}) },
      coverPath,
      libraryItem: { updatedAt: item.updatedAt },
    },
  };
}

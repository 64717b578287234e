import type { PlayableMedia } from '../items/items.types.ts';
import type { PlaybackSession } from '../store/playback-sessions.repo.ts';

export type SessionMedia = Pick<
  PlaybackSession,
  | 'libraryId'
  | 'libraryItemId'
  | 'bookId'
  | 'episodeId'
  | 'mediaType'
  | 'mediaMetadata'
  | 'displayTitle'
  | 'displayAuthor'
  | 'coverPath'
  | 'duration'
>;

/** The facts of a book or episode that a session keeps, so that it stays readable when the media is removed. */
export function sessionMediaOf(media: PlayableMedia): SessionMedia {
  const {
    libraryId,
    libraryItemId,
    bookId,
    episodeId,
    mediaType,
    metadata,
    displayTitle,
    displayAuthor,
    coverPath,
    duration,
  } = media;
  return {
    libraryId,
    libraryItemId,
    bookId,
    episodeId,
    mediaType,
    mediaMetadata: metadata,
    displayTitle,
    displayAuthor,
    coverPath,
    duration,
  };
}

import type { PlayableMedia } from '../items/items.types.ts';
import type { PlaybackSession } from '../store/playback-sessions.repo.ts';

/** What a session says of the book or episode that it is of. */
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

/** What a session keeps of the book or episode that it plays, so that it is readable when that is gone. */
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

import type { SnapshotFrom } from 'xstate';
import type { Bookmark } from '../../schemas/api/bookmark.ts';
import type { bookmarksMachine } from './bookmarks.machine.ts';

type BookmarksSnapshot = SnapshotFrom<typeof bookmarksMachine>;

/** The note of a new bookmark. */
export const selectDraft = ({ context }: BookmarksSnapshot): string => context.draft;
/** The bookmark that is being renamed; null: none. */
export const selectEdited = ({ context }: BookmarksSnapshot): Bookmark | null => context.edited;
/** Its title as it is typed. */
export const selectTitle = ({ context }: BookmarksSnapshot): string => context.title;

import type { SnapshotFrom } from 'xstate';
import type { Bookmark } from '../../schemas/api/bookmark.ts';
import type { bookmarksMachine } from './bookmarks.machine.ts';

type BookmarksSnapshot = SnapshotFrom<typeof bookmarksMachine>;

export const selectDraft = ({ context }: BookmarksSnapshot): string => context.draft;
export const selectEdited = ({ context }: BookmarksSnapshot): Bookmark | null => context.edited;
export const selectTitle = ({ context }: BookmarksSnapshot): string => context.title;

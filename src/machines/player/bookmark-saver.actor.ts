import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { createBookmark, deleteBookmark, updateBookmark } from '../../services/endpoints/account.ts';
import { getPorts, type Ports } from '../app/ports.ts';
import type { BookmarkChange } from './bookmarks.logic.ts';
import type { BookmarkJob } from './player.protocol.ts';

export type BookmarkSaverCommand = { type: 'saver.save'; change: BookmarkChange };

export type BookmarkSaverReport =
  { type: 'saver.saved'; change: BookmarkChange } | { type: 'saver.failed'; change: BookmarkChange; error: AppError };

/** Saves changes of bookmarks one after the other, as they were made. */
export const bookmarkSaver = fromCallback<BookmarkSaverCommand, NonReducibleUnknown>(
  ({ receive, sendBack, system }) => {
    const { api } = getPorts(system);
    const report = (event: BookmarkSaverReport) => sendBack(event);
    let last: Promise<unknown> = Promise.resolve();

    async function save(change: BookmarkChange) {
      try {
        await run(api, change.job);
        report({ type: 'saver.saved', change });
      } catch (cause) {
        report({ type: 'saver.failed', change, error: toAppError(cause) });
      }
    }

    receive(({ change }) => {
      last = last.then(() => save(change));
    });
  },
);

function run(api: Ports['api'], { kind, bookmark }: BookmarkJob): Promise<unknown> {
  const { libraryItemId, time, title } = bookmark;
  switch (kind) {
    case 'create':
      return api.call(createBookmark, { libraryItemId, time, title });
    case 'update':
      return api.call(updateBookmark, { libraryItemId, time, title });
    case 'remove':
      return api.call(deleteBookmark, { libraryItemId, time });
  }
}

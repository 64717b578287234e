import { accepted } from '../../schemas/api/common.ts';
import { bookmark } from '../../schemas/api/progress.ts';
import { ereaderDeviceList } from '../../schemas/api/email-settings.ts';
import { itemsInProgress } from '../../schemas/api/shelf.ts';
import { listeningSessionsPage } from '../../schemas/api/listening-session.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

/** `page` from 0. */
export interface SessionsPageInput {
  readonly page: number;
  readonly itemsPerPage: number;
}

export const listMySessions = defineEndpoint<SessionsPageInput>()({
  name: 'account.sessions',
  method: 'GET',
  path: () => '/api/me/listening-sessions',
  query: ({ page, itemsPerPage }) => ({ page, itemsPerPage }),
  output: listeningSessionsPage,
});

/** 404 for an unknown item. */
export const listMyItemSessions = defineEndpoint<
  SessionsPageInput & {
    readonly libraryItemId: string;
    readonly episodeId?: string | null;
  }
>()({
  name: 'account.itemSessions',
  method: 'GET',
  path: ({ libraryItemId, episodeId }) => {
    const path = `/api/me/item/listening-sessions/${encodeURIComponent(libraryItemId)}`;
    return episodeId == null ? path : `${path}/${encodeURIComponent(episodeId)}`;
  },
  query: ({ page, itemsPerPage }) => ({ page, itemsPerPage }),
  output: listeningSessionsPage,
});

/** Started media of all libraries, at most `limit` (25). */
export const listItemsInProgress = defineEndpoint<{ readonly limit?: number }>()({
  name: 'account.inProgress',
  method: 'GET',
  path: () => '/api/me/items-in-progress',
  query: ({ limit }) => ({ limit }),
  output: itemsInProgress,
});

/** `time` in seconds; item and time are the key. The title must not be empty. */
export type BookmarkInput = Body<'account.createBookmark'> & { readonly libraryItemId: string };

const bookmarkPath = (libraryItemId: string) => `/api/me/item/${encodeURIComponent(libraryItemId)}/bookmark`;

/** Replaces the bookmark at the same time. 400 for an invalid time or title, 404 for an unknown item. */
export const createBookmark = defineEndpoint<BookmarkInput>()({
  name: 'account.createBookmark',
  method: 'POST',
  path: ({ libraryItemId }) => bookmarkPath(libraryItemId),
  body: ({ time, title }) => ({ time, title }),
  output: bookmark,
});

/** 404 without a bookmark at that time. */
export const updateBookmark = defineEndpoint<BookmarkInput>()({
  name: 'account.updateBookmark',
  method: 'PATCH',
  path: ({ libraryItemId }) => bookmarkPath(libraryItemId),
  body: ({ time, title }) => ({ time, title }),
  output: bookmark,
});

export const deleteBookmark = defineEndpoint<Omit<BookmarkInput, 'title'>>()({
  name: 'account.deleteBookmark',
  method: 'DELETE',
  path: ({ libraryItemId, time }) => `${bookmarkPath(libraryItemId)}/${time}`,
  output: accepted,
  answer: 'text',
});

/** 400 for a wrong password, 429 as sign-in. Newer servers end all other sessions. */
export const changePassword = defineEndpoint<Body<'account.changePassword'>>()({
  name: 'account.changePassword',
  method: 'PATCH',
  path: () => '/api/me/password',
  body: (input) => input,
  output: accepted,
  answer: 'text',
});

/** Permission createEreader. Replaces the own devices (`specificUsers` with the own id only). 400 for a name in use. */
export const updateMyEreaderDevices = defineEndpoint<Body<'account.updateEreaderDevices'>>()({
  name: 'account.updateEreaderDevices',
  method: 'POST',
  path: () => '/api/me/ereader-devices',
  body: (input) => input,
  output: ereaderDeviceList,
});

/** 404 for an unknown device, item or ebook; 403 for a device of others. */
export const sendEbook = defineEndpoint<Body<'account.sendEbook'>>()({
  name: 'account.sendEbook',
  method: 'POST',
  path: () => '/api/emails/send-ebook-to-device',
  body: (input) => input,
  output: accepted,
  answer: 'text',
  timeoutMs: SLOW_CALL_MS,
});

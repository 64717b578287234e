import { act, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { createBookmark, deleteBookmark, sendEbook, updateBookmark } from '../../../src/services/endpoints/account.ts';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import { deleteItems, getItems, quickMatchItems, scanItems } from '../../../src/services/endpoints/item-batch.ts';
import { deleteFile, updateItem } from '../../../src/services/endpoints/item-editing.ts';
import { embedMetadataBatch } from '../../../src/services/endpoints/item-tools.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { removeItemsWithIssues } from '../../../src/services/endpoints/library-admin.ts';
import { deleteProgress, updateProgress, updateProgressBatch } from '../../../src/services/endpoints/me.ts';
import { closeSession, playItem, syncSession } from '../../../src/services/endpoints/playback.ts';
import { pressPlay } from '../../support/dom/press-play.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { bookBody } from '../../support/item-fixtures.ts';
import { BOOK, bookSession } from '../../support/player-fixtures.ts';
import { ebookBody } from '../../support/reader-fixtures.ts';
import { recording } from '../../support/recordings.ts';
import { answerAccount, answerPages, BOOKS } from './answers.ts';
import {
  bar,
  card,
  dialog,
  found,
  inDialog,
  menu,
  press,
  refuses,
  rows,
  select,
  type,
  withSizes,
  type Client,
  type Refused,
} from './refused.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import '../../../src/machines/browse/bookshelf/remove-issues.machine.ts';
import '../../../src/machines/edit/item-edit/item-edit.machine.ts';
import '../../../src/machines/browse/item/item.machine.ts';
import '../../../src/machines/edit/quick-match/quick-match.machine.ts';
import '../../../src/machines/edit/batch/batch.machine.ts';
import '../../../src/machines/admin/send-ebook/ebook-sender.machine.ts';
import '../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import '../../../src/views/browse/bookshelf/remove-issues-dialog.tsx';
import '../../../src/views/browse/bookshelf/remove-issues.tsx';
import '../../../src/views/edit/item-edit/files-tab.tsx';
import '../../../src/views/edit/item-edit/item-edit-dialog.tsx';
import '../../../src/views/browse/item/item-page.tsx';
import '../../../src/views/shared/bookmarks-dialog.tsx';
import '../../../src/views/app/modals/confirm-prompt.tsx';
import '../../../src/views/app/modals/quick-match-modal.tsx';
import '../../../src/views/playback/player/player-bar.tsx';
import '../../../src/views/browse/selection/selection-bar.tsx';

const ITEM = `/item/${bookBody.id}`;
const answers = (ports: FakePorts) => answerPages(ports, bookBody);

const SHELF = `/library/${BOOKS}/bookshelf`;

/** Answers while the book plays. */
function playable(ports: FakePorts) {
  const { api } = ports;
  api.answer(playItem, bookSession());
  api.answer(syncSession, 'OK');
  api.answer(closeSession, 'OK');
  const bookmarks = [{ libraryItemId: BOOK.libraryItemId, time: 5, title: 'Early', createdAt: 1 }];
  answerAccount(ports, { bookmarks });
}

/** Plays the book unless it plays already, and opens its bookmarks. */
async function openBookmarks({ app, ports }: Client) {
  if (dialog()) return;
  if (!ports.media.audio.src) {
    await waitFor(() => expect(app.system.get('player')).not.toBe(undefined));
    await pressPlay({ app, ports });
    await waitFor(() => expect(ports.media.audio.src).not.toBe(''));
    act(() => ports.media.audio.becomeReady(26));
  }
  await press(/^Bookmarks/);
}

const TABLE: Record<string, Refused> = {
  'item page: finished': {
    path: ITEM,
    endpoint: updateProgress,
    act: () => press(/^Mark as finished$/),
    says: 'Couldn’t save your change, so it was undone',
    shows: () => found(/^Mark as finished$/),
  },
  'item page: reset of the progress': {
    path: ITEM,
    endpoint: deleteProgress,
    act: () => press(/^Reset progress$/),
    says: 'Couldn’t save your change, so it was undone',
    shows: () => found(/^Reset progress$/),
  },
  'item page: play': {
    path: ITEM,
    endpoint: playItem,
    act: () => press(/^(Resume|Play) .*: |^Play: /),
    says: 'Couldn’t play this.',
    shows: () => found(/^(Resume|Play) .*: |^Play: /),
  },
  'item page: delete': {
    path: ITEM,
    endpoint: deleteItems,
    act: async () => {
      await press(/^More options for /);
      await press(/^Delete$/, menu);
      await inDialog(/^(Delete|Yes)/);
    },
    says: '1 of 1 not deleted',
    shows: () => document.querySelector('main h1'),
  },
  'menu of a card: finished': {
    path: `/library/${BOOKS}/bookshelf`,
    endpoint: updateProgress,
    act: async () => {
      await card();
      await press(/^More options for /, () => document.querySelector('main [role="grid"]') ?? document);
      await press(/^Mark as finished$/, menu);
    },
    says: 'Couldn’t save your change, so it was undone',
    shows: () => document.querySelector('main [role="grid"] [aria-label="Finished"]') === null,
  },
  'selection: finished': {
    path: `/library/${BOOKS}/bookshelf`,
    endpoint: updateProgressBatch,
    act: async () => {
      await select();
      await press(/^Mark as finished$/, bar);
    },
    says: 'Batch update failed: 1 of 1 not marked as finished',
    shows: () => document.querySelector('main [role="grid"] [aria-label="Finished"]') === null,
  },
  'selection: delete (SEL-031, ERR-035)': {
    path: `/library/${BOOKS}/bookshelf`,
    endpoint: deleteItems,
    act: async () => {
      await select();
      await press(/^Delete$/, bar);
      await inDialog(/^(Delete|Yes)/);
    },
    says: '1 of 1 not deleted',
    shows: () => rows() === 1,
  },
  'selection: scan (SEL-027, ERR-030)': {
    path: `/library/${BOOKS}/bookshelf`,
    endpoint: scanItems,
    act: async () => {
      await select();
      await press(/^More actions$/, bar);
      await press(/^Re-scan$/);
    },
    says: 'Failed to batch re-scan: 1 of 1',
    shows: () => rows() === 1,
  },
  'selection: quick match': {
    path: SHELF,
    prepare: ({ api }) => api.answer(getItems, { libraryItems: [bookBody] }),
    endpoint: quickMatchItems,
    act: async () => {
      await select();
      await press(/^More actions$/, bar);
      await press(/^Quick match$/, menu);
      await waitFor(() => expect(found(/^Start$/, dialog())).toHaveProperty('disabled', false));
      await inDialog(/^Start$/);
    },
    says: 'Batch quick match failed',
    shows: () => rows() === 1 && !dialog(),
  },
  'selection: embed': {
    path: SHELF,
    endpoint: embedMetadataBatch,
    act: async () => {
      await select();
      await press(/^More actions$/, bar);
      await press(/^Quick embed metadata$/, menu);
    },
    says: 'Failed to embed metadata: 1 of 1',
    shows: () => rows() === 1,
  },
  'item page: ebook to a device': {
    path: ITEM,
    prepare: ({ api }) => {
      const ereaderDevices = [{ name: 'Kobo', email: 'k@example.org', users: [] }];
      api.answer(authorize, { ...(recording('auth/login-root').response.body as object), ereaderDevices });
      api.answer(getItem, ebookBody());
    },
    endpoint: sendEbook,
    act: async () => {
      await press(/^More options for /);
      await press(/^Send to Kobo$/, menu);
      await inDialog(/^Send$/);
    },
    says: `Couldn’t send “${bookBody.media.metadata.title}” to Kobo.`,
    shows: () => !dialog() && found(/^More options for /),
  },
  'item page: edit': {
    path: ITEM,
    endpoint: updateItem,
    act: async () => {
      if (!dialog()) {
        await press(/^More options for /);
        await press(/^Edit$/, menu);
      }
      await type(/^Subtitle/, 'and more');
      await inDialog(/^Save$/);
    },
    says: 'Failed to update the item',
    shows: () => screen.getByLabelText<HTMLInputElement>(/^Subtitle/).value === 'and more',
  },
  'item page: delete a file': {
    path: ITEM,
    endpoint: deleteFile,
    act: async () => {
      if (!dialog()) {
        await press(/^More options for /);
        await press(/^Edit$/, menu);
        await inDialog(/^Files$/);
      }
      await inDialog(/^Delete .+\.\w+$/);
      await inDialog(/^Delete$/);
    },
    says: 'That didn’t work for ',
    shows: () => found(/^Delete .+\.\w+$/, dialog()),
  },
  'bookshelf: remove what has issues': {
    path: `${SHELF}?filter=issues`,
    endpoint: removeItemsWithIssues,
    act: async () => {
      if (!dialog()) await press(/^Remove all 1$/);
      await inDialog(/^Remove all 1$/);
    },
    says: 'Nothing was removed.',
    shows: () => found(/^Remove all 1$/, dialog()),
  },
  'bookmarks: a new one': {
    path: ITEM,
    prepare: playable,
    endpoint: createBookmark,
    act: async (client) => {
      await openBookmarks(client);
      await type(/^Note$/, 'Here');
      await inDialog(/^Add bookmark$/);
    },
    says: 'Couldn’t add the bookmark',
    shows: () => found(/^Bookmarks: 1$/),
  },
  'bookmarks: another title': {
    path: ITEM,
    prepare: playable,
    endpoint: updateBookmark,
    act: async (client) => {
      await openBookmarks(client);
      await inDialog(/^Edit Early$/);
      await type(/^Title of the bookmark/, 'Late');
      await inDialog(/^Save$/);
    },
    says: 'Couldn’t rename the bookmark',
    shows: () => found(/^Early, go to /, dialog()),
  },
  'bookmarks: remove': {
    path: ITEM,
    prepare: playable,
    endpoint: deleteBookmark,
    act: async (client) => {
      await openBookmarks(client);
      await inDialog(/^Remove Early$/);
    },
    says: 'Couldn’t remove the bookmark',
    gone: 'Bookmark removed',
    shows: () => found(/^Bookmarks: 1$/),
  },
};

withSizes();
refuses(TABLE, answers);

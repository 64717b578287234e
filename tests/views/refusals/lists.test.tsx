import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import { getAuthor } from '../../../src/services/endpoints/authors.ts';
import {
  addToCollection,
  createCollection,
  deleteCollection,
  removeFromCollection,
  updateCollection,
} from '../../../src/services/endpoints/collections.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { listItems } from '../../../src/services/endpoints/libraries.ts';
import {
  getLibrarySeries,
  listLibraryCollections,
  listLibraryPlaylists,
  listNarrators,
  listSeries,
} from '../../../src/services/endpoints/library-lists.ts';
import { getCollection, getPlaylist } from '../../../src/services/endpoints/lists.ts';
import { getMe, getProgress } from '../../../src/services/endpoints/me.ts';
import {
  addAllToPlaylist,
  createPlaylist,
  createPlaylistFromCollection,
  deletePlaylist,
  removeAllFromPlaylist,
  updatePlaylist,
} from '../../../src/services/endpoints/playlists.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { begunProgress, bookBody } from '../../support/item-fixtures.ts';
import { collectionBody, playlistBody } from '../../support/list-fixtures.ts';
import { authorBody, listedSeriesBody, pageBody, seriesBody } from '../../support/people-fixtures.ts';
import { recording } from '../../support/recordings.ts';
import {
  bar,
  checkbox,
  dialog,
  found,
  inDialog,
  menu,
  press,
  refuses,
  rows,
  said,
  select,
  type,
  withSizes,
  type Refused,
} from './refused.ts';
// Chunks of the pages: read in with the file, so that no test pays for them.
import '../../../src/machines/bookshelf/bookshelf.machine.ts';
import '../../../src/machines/item/item.machine.ts';
import '../../../src/machines/media-lists/add-to-list.machine.ts';
import '../../../src/machines/media-lists/media-list.machine.ts';
import '../../../src/machines/selection/batch.machine.ts';
import '../../../src/views/bookshelf/bookshelf-page.tsx';
import '../../../src/views/item/item-page.tsx';
import '../../../src/views/media-lists/add-to-list.tsx';
import '../../../src/views/media-lists/edit-list.tsx';
import '../../../src/views/media-lists/media-list-page.tsx';
import '../../../src/views/selection/selection-bar.tsx';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const ITEM = `/item/${bookBody.id}`;
const COLLECTION = `/collection/${collectionBody.id}`;
const PLAYLIST = `/playlist/${playlistBody.id}`;
const signedIn = recording('auth/login-root').response.body as { user: object };
const { results } = recording('libraries/items-final-minified').response.body as {
  results: { id: string; media?: { numTracks?: number } }[];
};
const withTracks = results.find(({ media }) => (media?.numTracks ?? 0) > 0);

function answers({ api }: FakePorts) {
  const user = { ...signedIn.user, mediaProgress: [begunProgress()] };
  api.answer(authorize, { ...signedIn, user });
  api.answer(getMe, user);
  api.answer(listItems, pageBody([withTracks]));
  api.answer(getItem, bookBody);
  api.answer(getProgress, begunProgress());
  api.answer(getLibrarySeries, seriesBody);
  api.answer(listSeries, pageBody([listedSeriesBody]));
  api.answer(getAuthor, authorBody);
  api.answer(listNarrators, recording('libraries/narrators').response.body);
  api.answer(getCollection, collectionBody);
  api.answer(getPlaylist, playlistBody);
  api.answer(listLibraryCollections, pageBody([{ ...collectionBody, books: [] }]));
  api.answer(listLibraryPlaylists, pageBody([playlistBody]));
}

const holding = { ...collectionBody, books: [bookBody] };
/** Opens the dialog of the lists for the book of the page. */
async function pick(kind: 'collection' | 'playlist') {
  if (dialog()) return;
  await press(/^Add Alice/);
  await press(kind === 'collection' ? /^Add to collection$/ : /^Add to playlist$/, menu);
  await waitFor(() => expect(checkbox()).toBeTruthy());
}
const grips = () => [...document.querySelectorAll<HTMLElement>('main [data-grip]')];
const firstRow = () => grips()[0]?.getAttribute('aria-label');
async function moveFirstDown() {
  await waitFor(() => expect(grips().length).toBeGreaterThan(1));
  const [grip] = grips();
  if (grip) fireEvent.keyDown(grip, { key: 'ArrowDown' });
}

const TABLE: Record<string, Refused> = {
  'collection: a book out': {
    path: COLLECTION,
    endpoint: removeFromCollection,
    act: () => press(/^Remove .* from this list$/),
    says: 'Failed to remove',
    shows: () => rows() === collectionBody.books.length,
  },
  'collection: edit': {
    path: COLLECTION,
    endpoint: updateCollection,
    act: async () => {
      if (!dialog()) await press(/^Edit$/);
      await type(/^Name/, 'Another');
      await inDialog(/^Save$/);
    },
    says: 'Failed to update',
    shows: () => screen.getByLabelText<HTMLInputElement>(/^Name/).value === 'Another' && found(/^Save$/, dialog()),
  },
  'collection: remove': {
    path: COLLECTION,
    endpoint: deleteCollection,
    act: async () => {
      await press(/^More options$/);
      await press(/^Remove$/, menu);
      await inDialog(/^(Remove|Yes)/);
    },
    says: 'Failed to remove',
    shows: () => rows() === collectionBody.books.length,
  },
  'collection: a playlist of it': {
    path: COLLECTION,
    endpoint: createPlaylistFromCollection,
    act: async () => {
      await press(/^More options$/);
      await press(/^Make a playlist of it$/);
    },
    says: 'Failed to create playlist',
    shows: () => rows() === collectionBody.books.length,
  },
  'playlist: an entry out': {
    path: PLAYLIST,
    endpoint: removeAllFromPlaylist,
    act: () => press(/^Remove .* from this list$/),
    says: 'Failed to remove',
    shows: () => rows() === playlistBody.items.length,
  },
  'playlist: edit': {
    path: PLAYLIST,
    endpoint: updatePlaylist,
    act: async () => {
      if (!dialog()) await press(/^Edit$/);
      await type(/^Name/, 'Another');
      await inDialog(/^Save$/);
    },
    says: 'Failed to update',
    shows: () => screen.getByLabelText<HTMLInputElement>(/^Name/).value === 'Another' && found(/^Save$/, dialog()),
  },
  'playlist: remove': {
    path: PLAYLIST,
    endpoint: deletePlaylist,
    act: async () => {
      await press(/^More options$/);
      await press(/^Remove$/, menu);
      await inDialog(/^(Remove|Yes)/);
    },
    says: 'Failed to remove',
    shows: () => rows() === playlistBody.items.length,
  },
  'a book into a collection': {
    path: ITEM,
    endpoint: addToCollection,
    act: async () => {
      await pick('collection');
      const box = checkbox();
      if (box) fireEvent.click(box);
    },
    says: 'Failed to add items to the collection',
    shows: () => checkbox()?.checked === false,
  },
  'a book out of a collection': {
    path: ITEM,
    prepare: ({ api }) => api.answer(listLibraryCollections, pageBody([holding])),
    endpoint: removeFromCollection,
    act: async () => {
      await pick('collection');
      const box = checkbox();
      if (box) fireEvent.click(box);
    },
    says: 'Failed to remove',
    shows: () => checkbox()?.checked === true,
  },
  'a book into a playlist': {
    path: ITEM,
    prepare: ({ api }) =>
      api.answer(listLibraryPlaylists, pageBody([{ ...playlistBody, items: playlistBody.items.slice(0, 1) }])),
    endpoint: addAllToPlaylist,
    act: async () => {
      await pick('playlist');
      const box = checkbox();
      if (box) fireEvent.click(box);
    },
    says: 'Failed to add items to the playlist',
    shows: () => checkbox()?.checked === false,
  },
  'a book into a new collection': {
    path: ITEM,
    endpoint: createCollection,
    act: async () => {
      await pick('collection');
      await type(/^New collection/, 'Fresh');
      await inDialog(/^Create$/);
    },
    says: 'Failed to create collection',
    shows: () => screen.getByLabelText<HTMLInputElement>(/^New collection/, { selector: 'input' }).value === 'Fresh',
  },
  'a book into a new playlist': {
    path: ITEM,
    endpoint: createPlaylist,
    act: async () => {
      await pick('playlist');
      await type(/^New playlist/, 'Fresh');
      await inDialog(/^Create$/);
    },
    says: 'Failed to create playlist',
    shows: () => screen.getByLabelText<HTMLInputElement>(/^New playlist/, { selector: 'input' }).value === 'Fresh',
  },
  'selected books into a collection': {
    path: `/library/${BOOKS}/bookshelf`,
    endpoint: addToCollection,
    act: async () => {
      if (!dialog()) {
        await select();
        await press(/^More actions$/, bar);
        await press(/^Add to collection$/, menu);
        await waitFor(() => expect(checkbox()).toBeTruthy());
      }
      const box = checkbox();
      if (box) fireEvent.click(box);
    },
    says: 'Failed to add items to the collection',
    shows: () => checkbox()?.checked === false && rows() === 1,
  },
  'collection: another order': {
    path: COLLECTION,
    endpoint: updateCollection,
    act: moveFirstDown,
    says: 'Failed to update',
    shows: () => firstRow() === 'Move The Tale of Peter Rabbit',
  },
  'playlist: another order': {
    path: PLAYLIST,
    endpoint: updatePlaylist,
    act: moveFirstDown,
    says: 'Failed to update',
    shows: () => firstRow() === 'Move The Raven and Other Poems',
  },
  'playlist: undo of an entry taken out': {
    path: PLAYLIST,
    prepare: ({ api }) => api.answer(removeAllFromPlaylist, { ...playlistBody, items: playlistBody.items.slice(1) }),
    endpoint: addAllToPlaylist,
    act: async () => {
      if (said().includes('Failed to add')) return press(/^Try again$/);
      await press(/^Remove .* from this list$/);
      await press(/^Undo$/);
    },
    says: 'Failed to add items to the playlist',
    shows: () => found(/^Try again$/),
  },
};

withSizes();
refuses(TABLE, answers);

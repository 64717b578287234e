import { fireEvent, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import {
  addToCollection,
  createCollection,
  deleteCollection,
  removeFromCollection,
  updateCollection,
  addAllToPlaylist,
  createPlaylist,
  createPlaylistFromCollection,
  deletePlaylist,
  getPlaylist,
  removeAllFromPlaylist,
  updatePlaylist,
} from '../../../src/services/endpoints/media-lists.ts';
import { listLibraryCollections, listLibraryPlaylists } from '../../../src/services/endpoints/library-lists.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { bookBody } from '../../support/item-fixtures.ts';
import { collectionBody, playlistBody } from '../../support/list-fixtures.ts';
import { pageBody } from '../../support/people-fixtures.ts';
import { answerPages, BOOKS } from './answers.ts';
import {
  bar,
  checkbox,
  dialog,
  field,
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
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import '../../../src/machines/browse/item/item.machine.ts';
import '../../../src/machines/browse/media-lists/add-to-list.machine.ts';
import '../../../src/machines/browse/media-lists/media-list.machine.ts';
import '../../../src/machines/edit/batch/batch.machine.ts';
import '../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import '../../../src/views/browse/item/item-page.tsx';
import '../../../src/views/browse/media-lists/add-to-list.tsx';
import '../../../src/views/browse/media-lists/edit-list.tsx';
import '../../../src/views/browse/media-lists/media-list-page.tsx';
import '../../../src/views/browse/selection/selection-bar.tsx';

const ITEM = `/item/${bookBody.id}`;
const COLLECTION = `/collection/${collectionBody.id}`;
const PLAYLIST = `/playlist/${playlistBody.id}`;
function answers(ports: FakePorts) {
  answerPages(ports, bookBody);
  ports.api.answer(listLibraryCollections, pageBody([{ ...collectionBody, books: [] }]));
  ports.api.answer(listLibraryPlaylists, pageBody([playlistBody]));
}

const holding = { ...collectionBody, books: [bookBody] };
/** Opens the dialog of the lists for the book of the page. */
async function pick(kind: 'collection' | 'playlist') {
  if (dialog()) return;
  await press(/^Add Alice/);
  await press(kind === 'collection' ? /^Add to collection$/ : /^Add to playlist$/, menu);
  await waitFor(() => expect(checkbox()).toBeTruthy());
}
const tick = () => {
  const box = checkbox();
  if (box) fireEvent.click(box);
};
/** What was refused is edited again as it was typed. */
async function rename() {
  const isRefused = found(/^Edit again$/) !== undefined;
  await press(isRefused ? /^Edit again$/ : /^Edit$/);
  if (isRefused) await waitFor(() => expect(field(/^Name/)?.value).toBe('Another'));
  else await type(/^Name/, 'Another');
  await inDialog(/^Save$/);
}
async function removeList() {
  await press(/^More options$/);
  await press(/^Remove$/, menu);
  await inDialog(/^(Remove|Yes)/);
}
/** Makes a list for the book of the page. */
async function create(kind: 'collection' | 'playlist') {
  await pick(kind);
  await type(newList(kind), 'Fresh');
  await inDialog(/^Create$/);
}
const newList = (kind: 'collection' | 'playlist') => (kind === 'collection' ? /^New collection/ : /^New playlist/);
const grips = () => [...document.querySelectorAll<HTMLElement>('main [data-grip]')];
const firstRow = () => grips()[0]?.getAttribute('aria-label');
async function moveFirstDown() {
  await waitFor(() => expect(grips().length).toBeGreaterThan(1));
  const [grip] = grips();
  if (grip) fireEvent.keyDown(grip, { key: 'ArrowDown' });
}

const SHORTER = { ...playlistBody, items: playlistBody.items.slice(1) };

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
    act: rename,
    says: 'Failed to update',
    shows: () => found(/^Edit again$/),
  },
  'collection: remove': {
    path: COLLECTION,
    endpoint: deleteCollection,
    act: removeList,
    says: 'Failed to remove',
    shows: () => rows() === collectionBody.books.length,
  },
  'collection: a playlist of it': {
    path: COLLECTION,
    endpoint: createPlaylistFromCollection,
    act: async () => {
      await press(/^More options$/);
      await press(/^Create playlist from this$/);
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
    act: rename,
    says: 'Failed to update',
    shows: () => found(/^Edit again$/),
  },
  'playlist: remove': {
    path: PLAYLIST,
    endpoint: deletePlaylist,
    act: removeList,
    says: 'Failed to remove',
    shows: () => rows() === playlistBody.items.length,
  },
  'a book into a collection': {
    path: ITEM,
    endpoint: addToCollection,
    act: async () => {
      await pick('collection');
      tick();
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
      tick();
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
      tick();
    },
    says: 'Failed to add items to the playlist',
    shows: () => checkbox()?.checked === false,
  },
  'a book into a new collection': {
    path: ITEM,
    endpoint: createCollection,
    act: () => create('collection'),
    says: 'Failed to create collection',
    shows: () => found(/^Try again$/),
  },
  'a book into a new playlist': {
    path: ITEM,
    endpoint: createPlaylist,
    act: () => create('playlist'),
    says: 'Failed to create playlist',
    shows: () => found(/^Try again$/),
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
      tick();
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
    prepare: ({ api }) => api.answer(removeAllFromPlaylist, SHORTER),
    endpoint: addAllToPlaylist,
    act: async ({ ports }) => {
      if (said().includes('Failed to add')) return press(/^Try again$/);
      await press(/^Remove .* from this list$/);
      ports.api.answer(getPlaylist, SHORTER);
      await press(/^Undo$/);
    },
    says: 'Failed to add items to the playlist',
    shows: () => found(/^Try again$/),
  },
};

withSizes();
refuses(TABLE, answers);

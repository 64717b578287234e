import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import {
  deleteAuthor,
  getAuthor,
  matchAuthor,
  removeAuthorImage,
  setAuthorImage,
  updateAuthor,
} from '../../../src/services/endpoints/authors.ts';
import { getItems } from '../../../src/services/endpoints/item-batch.ts';
import { getFilterData } from '../../../src/services/endpoints/libraries.ts';
import {
  listAllAuthors,
  listAuthors,
  listLibraryPlaylists,
  removeNarrator,
  renameNarrator,
  searchLibrary,
  updateSeries,
} from '../../../src/services/endpoints/library-lists.ts';
import {
  hideSeriesFromContinueListening,
  readdSeriesToContinueListening,
  updateProgress,
  updateProgressBatch,
} from '../../../src/services/endpoints/me.ts';
import { playEpisode } from '../../../src/services/endpoints/playback.ts';
import { addAllToPlaylist } from '../../../src/services/endpoints/media-lists.ts';
import { deleteEpisode } from '../../../src/services/endpoints/podcast-admin.ts';
import { listLatestEpisodes } from '../../../src/services/endpoints/podcasts.ts';
import { latestEpisodes, libraryOfLatest, podcastBody } from '../../support/episode-fixtures.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { episodesBody } from '../../support/list-fixtures.ts';
import { authorBody, pageBody, seriesBody } from '../../support/people-fixtures.ts';
import { recording } from '../../support/recordings.ts';
import { answerAccount, answerPages, BOOKS } from './answers.ts';
import {
  bar,
  checkbox,
  dialog,
  found,
  inDialog,
  menu,
  NOWHERE,
  press,
  refuses,
  said,
  type,
  withSizes,
  type Refused,
} from './refused.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/browse/authors/author.machine.ts';
import '../../../src/machines/browse/authors/authors.machine.ts';
import '../../../src/machines/browse/episodes/latest.machine.ts';
import '../../../src/machines/browse/item/item.machine.ts';
import '../../../src/machines/browse/media-lists/add-to-list.machine.ts';
import '../../../src/machines/browse/narrators/narrators.machine.ts';
import '../../../src/machines/edit/batch/batch.machine.ts';
import '../../../src/machines/browse/series/rename-series.machine.ts';
import '../../../src/machines/browse/series/series.machine.ts';
import '../../../src/views/browse/authors/author-page.tsx';
import '../../../src/views/browse/authors/authors-page.tsx';
import '../../../src/views/browse/authors/edit-author-dialog.tsx';
import '../../../src/views/browse/episodes/latest-page.tsx';
import '../../../src/views/browse/item/item-page.tsx';
import '../../../src/views/browse/media-lists/add-to-list.tsx';
import '../../../src/views/browse/narrators/narrators-page.tsx';
import '../../../src/views/browse/selection/selection-bar.tsx';
import '../../../src/views/browse/series/rename-series-dialog.tsx';
import '../../../src/views/browse/series/series-page.tsx';

const AUTHOR = `/author/${authorBody.id}`;
let typed = 0;

function answers(ports: FakePorts) {
  const { api } = ports;
  answerPages(ports, podcastBody);
  api.answer(getItems, { libraryItems: [] });
  api.answer(listAuthors, pageBody([{ ...authorBody, libraryItems: undefined, series: undefined }]));
  api.answer(listAllAuthors, { authors: [{ ...authorBody, libraryItems: undefined, series: undefined }] });
  api.answer(listLatestEpisodes, { episodes: latestEpisodes(2), limit: 48, page: 0 });
  api.answer(listLibraryPlaylists, pageBody([episodesBody]));
}

const PODCAST = `/item/${podcastBody.id}`;
const episodes = () => document.querySelector('main [role="grid"]') ?? NOWHERE;

const TABLE: Record<string, Refused> = {
  'series: all finished': {
    path: `/library/${BOOKS}/series/${seriesBody.id}`,
    endpoint: updateProgressBatch,
    act: async () => {
      await press(/^More for /);
      await press(/^Mark all as finished$/);
      await inDialog(/^(Mark|Yes)/);
    },
    says: 'not marked as finished',
    shows: () => document.querySelector('main h1'),
  },
  'author: edit': {
    path: AUTHOR,
    endpoint: updateAuthor,
    act: async () => {
      if (!dialog()) await press(/^Edit$/);
      await type(/^ASIN/, `B${(typed += 1)}`);
      await inDialog(/^Save$/);
    },
    says: 'Failed to update.',
    shows: () => found(/^Save$/, dialog()),
  },
  'author: match': {
    path: AUTHOR,
    endpoint: matchAuthor,
    act: async () => {
      if (!dialog()) await press(/^Edit$/);
      await inDialog(/^Quick match$/);
    },
    says: 'Failed to update',
    missing: 'Author not found',
    shows: () => found(/^Quick match$/, dialog()),
  },
  'author: remove': {
    path: AUTHOR,
    endpoint: deleteAuthor,
    act: async () => {
      if (!dialog()) await press(/^Edit$/);
      await inDialog(/^Remove author$/);
      await inDialog(/^(Remove|Yes)$/);
    },
    says: 'Failed to remove',
    shows: () => found(/^Save$/, dialog()),
  },
  'series: rename': {
    path: `/library/${BOOKS}/series/${seriesBody.id}`,
    endpoint: updateSeries,
    prepare: ({ api }) => {
      api.answer(getFilterData, recording('libraries/filterdata').response.body);
      api.answer(searchLibrary, {});
    },
    act: async () => {
      if (!dialog()) {
        await press(/^More for /);
        await press(/^Rename$/, menu);
      }
      await type(/^Name/, 'Another');
      await inDialog(/^Rename$/);
    },
    says: 'Couldn’t rename the series',
    shows: () => dialog(),
  },
  'narrators: rename': {
    path: `/library/${BOOKS}/narrators`,
    endpoint: renameNarrator,
    act: async () => {
      if (!dialog()) await press(/^Rename /);
      await type(/^Name/, 'Another');
      await inDialog(/^(Save|Rename)$/);
    },
    says: '',
    shows: () => dialog(),
  },
  'narrators: remove': {
    path: `/library/${BOOKS}/narrators`,
    endpoint: removeNarrator,
    act: async () => {
      await press(/^Remove /, () => document.querySelector('main') ?? document);
      await inDialog(/^(Remove|Yes)/);
    },
    says: 'Couldn’t remove',
    shows: () => found(/^Remove /),
  },
  'series: off the shelf': {
    path: `/library/${BOOKS}/series/${seriesBody.id}`,
    endpoint: hideSeriesFromContinueListening,
    act: async () => {
      await press(/^More for /);
      await press(/^Hide from Continue series$/, menu);
    },
    says: 'Couldn’t save your change, so it was undone',
    shows: () => !said().includes('removed from the shelf'),
  },
  'series: back on the shelf': {
    path: `/library/${BOOKS}/series/${seriesBody.id}`,
    prepare: (ports) => answerAccount(ports, { seriesHideFromContinueListening: [seriesBody.id] }),
    endpoint: readdSeriesToContinueListening,
    act: async () => {
      await press(/^More for /);
      await press(/^Show in Continue series$/, menu);
    },
    says: 'Couldn’t save your change, so it was undone',
    shows: () => !said().includes('is back on Continue series'),
  },
  'author: image from an address': {
    path: AUTHOR,
    endpoint: setAuthorImage,
    act: async () => {
      if (!dialog()) await press(/^Edit$/);
      await type(/^Image URL/, 'https://example.com/a.jpg');
      await inDialog(/^Set image$/);
    },
    says: 'Couldn’t set the image.',
    shows: () => screen.getByLabelText<HTMLInputElement>(/^Image URL/).value === 'https://example.com/a.jpg',
  },
  'author: without an image': {
    path: AUTHOR,
    prepare: ({ api }) => api.answer(getAuthor, { ...authorBody, imagePath: '/metadata/authors/a.jpg' }),
    endpoint: removeAuthorImage,
    act: async () => {
      if (!dialog()) await press(/^Edit$/);
      await inDialog(/^Remove image$/);
      await waitFor(() => expect(dialog()?.textContent).toContain('Remove the image of'));
      await inDialog(/^Remove image$/);
    },
    says: 'Failed to remove',
    shows: () => found(/^Remove image$/, dialog()),
  },
  'authors: match of all': {
    path: `/library/${BOOKS}/bookshelf/authors`,
    endpoint: matchAuthor,
    act: async () => {
      await press(/^More options$/);
      await press(/^Match all authors$/, menu);
    },
    says: 'Matching stopped',
    missing: '1 author looked up',
    shows: () => !found(/^Stop$/),
  },
  'episode: finished': {
    path: PODCAST,
    endpoint: updateProgress,
    act: () => press(/^Mark .*as finished$/, episodes),
    says: 'Couldn’t save your change, so it was undone',
    shows: () => found(/^Mark .*as finished$/, episodes()),
  },
  'episode: play': {
    path: PODCAST,
    endpoint: playEpisode,
    act: () => press(/^Play /, episodes),
    says: 'Couldn’t play this.',
    shows: () => found(/^Play /, episodes()),
  },
  'episode: remove': {
    path: PODCAST,
    endpoint: deleteEpisode,
    act: async () => {
      if (!found(/^Deselect all$/)) {
        await waitFor(() => expect(found(/^Play /, episodes())).toBeTruthy());
        act(() => document.querySelector<HTMLElement>('main [role="row"] h3 button')?.focus());
        await press(/^Select /, episodes);
      }
      await press(/^Delete$/, bar);
      await inDialog(/^(Delete|Remove|Yes)/);
    },
    says: '1 of 1 not deleted',
    shows: () => found(/^Play /, episodes()),
  },
  'episode: into a playlist': {
    path: PODCAST,
    endpoint: addAllToPlaylist,
    act: async () => {
      if (!dialog()) {
        await press(/^More options for The Dog and the Shadow \(14\)/, episodes);
        await press(/^Add to playlist$/, menu);
        await waitFor(() => expect(checkbox()).toBeTruthy());
      }
      const box = checkbox();
      if (box) fireEvent.click(box);
    },
    says: 'Failed to add items to the playlist',
    shows: () => checkbox()?.checked === false,
  },
  'latest episodes: finished': {
    path: `/library/${libraryOfLatest}/podcast/latest`,
    endpoint: updateProgress,
    act: () => press(/^Mark .*as finished$/, episodes),
    says: 'Couldn’t save your change, so it was undone',
    shows: () => found(/^Mark .*as finished$/, episodes()),
  },
};

withSizes();
refuses(TABLE, answers);

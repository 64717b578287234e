import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { clearDownloadQueue } from '../../../src/services/endpoints/podcast-admin.ts';
import { getDownloadQueue } from '../../../src/services/endpoints/podcasts.ts';
import '../../../src/machines/item/item.machine.ts';
import '../../../src/machines/podcasts/downloads.machine.ts';
import '../../../src/views/item/item-page.tsx';
import '../../../src/views/item/podcast-page.tsx';
import '../../../src/views/podcasts/download-queue-page.tsx';
import { openClient, type ClientOptions } from '../../support/dom/client.tsx';
import { podcastBody, podcastOutline } from '../../support/episode-fixtures.ts';
import { downloadOf, queueOf } from '../../support/podcast-fixtures.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const { libraryId, title } = podcastOutline;
const open = (body: object, options: ClientOptions = {}) =>
  openClient(`/library/${libraryId}/podcast/download-queue`, {
    prepare: ({ api }) => api.answer(getDownloadQueue, body),
    ...options,
  });

test('the queue shows what is being downloaded and what waits, and is emptied once that was said', async () => {
  const { ports } = open(queueOf(downloadOf(1), [downloadOf(2), downloadOf(3)]));
  expect(await screen.findByText('Episode 1')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: '2 episodes wait' })).toBeTruthy();
  const waiting = within(screen.getByRole('grid', { name: 'Waiting episodes' }));
  expect(waiting.getAllByRole('row').map((row) => within(row).getByText(/^Episode/).textContent)).toEqual([
    'Episode 2',
    'Episode 3',
  ]);
  ports.api.answer(clearDownloadQueue, 'OK');
  await userEvent.click(screen.getByRole('button', { name: `Clear ${title} (2)` }));
  ports.api.answer(getDownloadQueue, queueOf(downloadOf(1), []));
  await userEvent.click(await screen.findByRole('button', { name: 'Clear queue' }));
  await vi.waitFor(() => expect(screen.queryByRole('grid', { name: 'Waiting episodes' })).toBeNull());
  expect(screen.getByText('Episode 1')).toBeTruthy();
});

test('the queue follows what the server tells, and says what failed', async () => {
  const { app } = open(queueOf(downloadOf(1), [downloadOf(2)]));
  await screen.findByText('Episode 1');
  const page = app.system.get('pageHost').getSnapshot().context.page?.ref;
  act(() =>
    page?.send({
      type: 'server.episodeDownload.finished',
      download: downloadOf(1, { isFinished: true, failed: true }),
    } as never),
  );
  expect(await screen.findByText('This episode couldn’t be downloaded: Episode 1')).toBeTruthy();
  expect(screen.getByText('Nothing is being downloaded right now.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/couldn’t be downloaded/)).toBeNull();
});

test('an empty queue says so, and one that could not be loaded is loaded again', async () => {
  const { ports } = open(queueOf(null, []), {
    prepare: ({ api }) => api.refuse(getDownloadQueue, { kind: 'server', status: 500, message: '' }),
  });
  expect(await screen.findByText('Couldn’t load the download queue')).toBeTruthy();
  ports.api.answer(getDownloadQueue, queueOf(null, []));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing is being downloaded')).toBeTruthy();
});

test('the page of a podcast says what of it is being downloaded, with a way to the queue', async () => {
  const other = downloadOf(9, { libraryItemId: 'another' });
  openClient(`/item/${podcastBody.id}`, {
    prepare: ({ api }) => {
      api.answer(getItem, { ...podcastBody, episodesDownloading: [downloadOf(1)] });
      api.answer(getDownloadQueue, queueOf(downloadOf(1), [downloadOf(2), other, downloadOf(3)]));
    },
  });
  expect(await screen.findByText('Downloading “Episode 1”, and 2 more wait')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show the queue' }).getAttribute('href')).toBe(
    `/library/${libraryId}/podcast/download-queue`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear queue' }));
  expect(await screen.findByText(/^Clear the download queue of/)).toBeTruthy();
});

import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { selectFailedDownloads } from '../../../../src/machines/app/session/background.selectors.ts';
import { selectBackground } from '../../../../src/machines/app/session/session.selectors.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { clearDownloadQueue, downloadEpisodes, readFeed } from '../../../../src/services/endpoints/podcast-admin.ts';
import { getDownloadQueue } from '../../../../src/services/endpoints/podcasts.ts';
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/machines/browse/episodes/downloads.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/browse/item/podcast-page.tsx';
import '../../../../src/views/edit/podcasts/download-queue-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { podcastBody, podcastOutline } from '../../../support/episode-fixtures.ts';
import { downloadOf, feedEpisode, feedOf, queueOf } from '../../../support/podcast-fixtures.ts';

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

test('the queue shows running and pending downloads, and is cleared after a confirmation', async () => {
  const { ports } = open(queueOf(downloadOf(1), [downloadOf(2), downloadOf(3)]));
  expect(await screen.findByText('Episode 1')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: '2 episodes waiting' })).toBeTruthy();
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

test('the queue keeps failed downloads with a reason and a retry, also after leaving the page', async () => {
  const { app, ports, visit } = open(queueOf(downloadOf(1), []));
  await screen.findByText('Episode 1');
  const failing = downloadOf(1, { isFinished: true, failed: true });
  await vi.waitFor(() => expect(ports.socket.connections).toBe(1));
  act(() => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: 'u', username: 'u' });
  });
  const background = selectBackground(app.system.get('session').getSnapshot());
  await vi.waitFor(() => expect(selectFailedDownloads(background?.getSnapshot())).toBeTruthy());
  ports.api.answer(getDownloadQueue, queueOf(null, []));
  act(() => ports.socket.receive('episode_download_finished', failing));
  const list = within(await screen.findByRole('region', { name: 'Failed downloads' }));
  expect(screen.getByText('1 download failed', { selector: '[role=status]' })).toBeTruthy();
  expect(list.getByText('The server couldn’t download the file from feed.example')).toBeTruthy();
  await visit('/account');
  await vi.waitFor(() => expect(screen.queryByText('Episode 1')).toBeNull());
  await visit(`/library/${libraryId}/podcast/download-queue`);
  ports.api.answer(getItem, podcastBody);
  ports.api.refuseOnce(readFeed, { kind: 'notFound', message: '' });
  await userEvent.click(await screen.findByRole('button', { name: 'Try to download Episode 1 again' }));
  expect(await screen.findByText(/^Can’t retry now\. There’s no podcast feed at /)).toBeTruthy();
  ports.api.answer(readFeed, feedOf([feedEpisode(1)]));
  ports.api.answer(downloadEpisodes, 'OK');
  await userEvent.click(screen.getByRole('button', { name: 'Try to download Episode 1 again' }));
  await vi.waitFor(() => expect(screen.queryByText('Episode 1')).toBeNull());
  expect(document.activeElement).not.toBe(document.body);
  expect(ports.api.inputsOf(downloadEpisodes)).toMatchObject([{ episodes: [{ title: 'Episode 1' }] }]);
});

test('an empty queue says so, and a failed one is reloaded', async () => {
  const { ports } = open(queueOf(null, []), {
    prepare: ({ api }) => api.refuse(getDownloadQueue, { kind: 'server', status: 500, message: '' }),
  });
  expect(await screen.findByText('Couldn’t load the download queue')).toBeTruthy();
  ports.api.answer(getDownloadQueue, queueOf(null, []));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing is being downloaded')).toBeTruthy();
});

test('the page of a podcast shows its downloads, with a link to the queue', async () => {
  const other = downloadOf(9, { libraryItemId: 'another' });
  openClient(`/item/${podcastBody.id}`, {
    prepare: ({ api }) => {
      api.answer(getItem, { ...podcastBody, episodesDownloading: [downloadOf(1)] });
      api.answer(getDownloadQueue, queueOf(downloadOf(1), [downloadOf(2), other, downloadOf(3)]));
    },
  });
  expect(await screen.findByText('Downloading “Episode 1”, and 2 more waiting')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show the queue' }).getAttribute('href')).toBe(
    `/library/${libraryId}/podcast/download-queue`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear queue' }));
  expect(await screen.findByText(/^Clear the download queue of/)).toBeTruthy();
});

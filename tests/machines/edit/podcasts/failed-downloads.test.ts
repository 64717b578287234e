import { describe, expect, test, vi } from 'vitest';
import { failedDownloadsMachine, episodeOf } from '../../../../src/machines/edit/podcasts/failed-downloads.machine.ts';
import { failedOf } from '../../../../src/machines/edit/podcasts/failed-downloads.selectors.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { downloadEpisodes, readFeed } from '../../../../src/services/endpoints/podcast-admin.ts';
import { podcastBody, podcastOutline } from '../../../support/episode-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { downloadOf, feedEpisode, feedOf } from '../../../support/podcast-fixtures.ts';

const failing = (number: number, changes = {}) => ({
  type: 'server.episodeDownload.finished' as const,
  download: downloadOf(number, { isFinished: true, failed: true, ...changes }),
});

function start(numbers: readonly number[] = [1, 2]) {
  const host = createHost(failedDownloadsMachine, { input: undefined });
  host.ports.api.answer(getItem, podcastBody);
  host.ports.api.answer(readFeed, feedOf([feedEpisode(1), feedEpisode(2)]));
  host.ports.api.answer(downloadEpisodes, 'OK');
  for (const number of numbers) host.subject.send(failing(number));
  const now = () => host.subject.getSnapshot().context;
  return {
    ...host,
    failed: () => now().failed.map(({ download, problem }) => [download.id, problem?.kind ?? null]),
    sent: () =>
      (host.ports.api.inputsOf(downloadEpisodes) as readonly { episodes: readonly { title: string }[] }[]).map(
        ({ episodes }) => episodes.map(({ title }) => title),
      ),
    isDone: () => vi.waitFor(() => expect(now().waiting).toEqual([])),
  };
}

describe('failed ones', () => {
  test('is kept, the newest first, until it has been seen, is in the queue again, or came after all', () => {
    const { subject, failed } = start([1, 2, 3, 4]);
    expect(failed().map(([id]) => id)).toEqual(['download-4', 'download-3', 'download-2', 'download-1']);
    subject.send({ type: 'server.episodeDownload.started', download: downloadOf(1, { id: 'again' }) });
    subject.send({ type: 'server.episodeDownload.queued', download: downloadOf(2, { id: 'again' }) });
    subject.send({ type: 'server.episodeDownload.finished', download: downloadOf(3, { id: 'again' }) });
    expect(failed().map(([id]) => id)).toEqual(['download-4']);
    subject.send({ type: 'failedDownloads.forget', ids: ['download-4', 'unknown'] });
    expect(failed()).toEqual([]);
  });

  test('appears once after two failures, and is bounded', () => {
    const { subject, failed } = start([1, 2]);
    subject.send(failing(1, { id: 'again' }));
    expect(failed().map(([id]) => id)).toEqual(['again', 'download-2']);
    for (let number = 3; number < 300; number += 1) subject.send(failing(number));
    expect(failed()).toHaveLength(200);
  });

  test('is shown where it belongs, as the same list while it is the same', () => {
    const { subject } = start([1, 2]);
    subject.send(failing(3, { libraryItemId: 'another', libraryId: 'other' }));
    const own = failedOf({ libraryItemId: podcastOutline.id });
    const of = (select: typeof own) => select(subject.getSnapshot()).map(({ download }) => download.id);
    expect(of(own)).toEqual(['download-2', 'download-1']);
    expect(of(failedOf({ libraryId: 'other' }))).toEqual(['download-3']);
    expect(own(subject.getSnapshot())).toBe(own(subject.getSnapshot()));
    expect(own(undefined)).toEqual([]);
  });
});

describe('a retry', () => {
  test('sends the episode as the feed has it now, one after the other', async () => {
    const { subject, sent, failed, isDone, ports } = start();
    subject.send({ type: 'failedDownloads.retry', ids: ['download-1', 'download-2'] });
    await isDone();
    expect([sent(), failed()]).toEqual([[['Episode 2'], ['Episode 1']], []]);
    expect(ports.api.inputsOf(readFeed)[0]).toEqual({ url: expect.stringMatching(/^http/) as string });
  });

  test.each([
    ['gone', 'the feed has it no more', (api: Api) => api.answer(readFeed, feedOf([feedEpisode(9)]))],
    ['feedUnread', 'the feed cannot be read', (api: Api) => api.refuse(readFeed, { kind: 'notFound', message: '' })],
    ['noFeed', 'the podcast has no feed', (api: Api) => api.answer(getItem, withoutFeed)],
    ['notQueued', 'the server refuses', (api: Api) => api.refuse(downloadEpisodes, { kind: 'network' })],
    ['notQueued', 'the podcast is gone', (api: Api) => api.refuse(getItem, { kind: 'notFound', message: '' })],
  ] as const)('that fails says %s: %s; then it may be tried once more', async (kind, _why, prepare) => {
    const { subject, failed, isDone, ports } = start([1]);
    prepare(ports.api);
    subject.send({ type: 'failedDownloads.retry', ids: ['download-1'] });
    await isDone();
    expect(failed()).toEqual([['download-1', kind]]);
    ports.api.answer(getItem, podcastBody);
    ports.api.answer(readFeed, feedOf([feedEpisode(1)]));
    ports.api.answer(downloadEpisodes, 'OK');
    subject.send({ type: 'failedDownloads.retry', ids: ['download-1'] });
    await isDone();
    expect(failed()).toEqual([]);
  });

  test('skips ones queued meanwhile, and ends when that has been seen', async () => {
    const { subject, sent, isDone } = start([1, 2, 3]);
    subject.send({ type: 'failedDownloads.retry', ids: ['download-3', 'download-2', 'download-1'] });
    subject.send({ type: 'failedDownloads.forget', ids: ['download-3'] });
    subject.send({ type: 'server.episodeDownload.queued', download: downloadOf(1, { id: 'again' }) });
    await isDone();
    expect(sent()).toEqual([['Episode 2']]);
  });

  test('excludes seen ones while another one is running', async () => {
    const { subject, sent, isDone, failed } = start([1, 2]);
    subject.send({ type: 'failedDownloads.retry', ids: ['download-2', 'download-1'] });
    subject.send({ type: 'failedDownloads.forget', ids: ['download-1'] });
    expect(failed().map(([id]) => id)).toEqual(['download-2']);
    await isDone();
    expect([sent(), failed()]).toEqual([[['Episode 2']], []]);
  });

  test('of the one under way, which the server has begun already, leaves the others', async () => {
    const { subject, sent, isDone, failed } = start([1, 2]);
    subject.send({ type: 'failedDownloads.retry', ids: ['download-2', 'download-1'] });
    subject.send({ type: 'server.episodeDownload.started', download: downloadOf(2, { id: 'again' }) });
    await isDone();
    expect([sent(), failed()]).toEqual([[['Episode 2'], ['Episode 1']], []]);
  });
});

describe('the episode that a download was of', () => {
  const feed = [
    feedEpisode(1, {
      guid: 'same',
      enclosure: { url: 'http://feed.example/1.mp3?token=new', type: null, length: null },
    }),
    feedEpisode(2, { guid: 'same' }),
    feedEpisode(3),
  ];
  test.each([
    ['has its file', { url: 'http://feed.example/ep2.mp3', guid: 'guid-3' }, 'Episode 2'],
    ['else its guid', { url: 'http://moved.example/3.mp3', guid: 'guid-3' }, 'Episode 3'],
    ['else its file with another query', { url: 'http://feed.example/1.mp3?token=old', guid: 'same' }, 'Episode 1'],
    ['is none of several with its guid', { url: 'http://moved.example/1.mp3', guid: 'same' }, undefined],
  ])('%s', (_how, changes, title) => {
    expect(episodeOf(feed, downloadOf(1, changes))?.title).toBe(title);
  });
});

type Api = ReturnType<typeof start>['ports']['api'];
const withoutFeed = {
  ...podcastBody,
  media: { ...podcastBody.media, metadata: { ...podcastBody.media.metadata, feedUrl: null } },
};

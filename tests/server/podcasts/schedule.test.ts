import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAutoDownloads, MAX_FAILED_CHECKS, type AutoDownloads } from '../../../server/podcasts/auto-downloads.ts';
import { at, listAt } from '../library/support.ts';
import { episodeFile, feedXml, publishedAt, startPodcasts, type PodcastServer } from './support.ts';

let server: PodcastServer;
let auto: AutoDownloads;
beforeAll(async () => {
  server = await startPodcasts();
  auto = createAutoDownloads(server.ctx);
  for (const number of [1, 2, 3, 4, 5]) server.web.answer(`/ep${number}.mp3`, episodeFile('07'), 'audio/mpeg');
});
afterAll(() => server.stop());

const publish = (name: string, numbers: readonly number[]) =>
  server.web.answer(
    `/${name}.xml`,
    feedXml(
      server.web.url,
      name,
      numbers.toReversed().map((number) => ({ number, title: `Episode ${number}` })),
    ),
  );
const subscribe = async (name: string, options: Record<string, unknown>): Promise<string> => {
  const media = {
    metadata: { title: name, feedUrl: `${server.web.url}/${name}.xml` },
    autoDownloadEpisodes: true,
    autoDownloadSchedule: '30 8 * * *',
    ...options,
  };
  const { body } = await server.root.send('POST', '/api/podcasts', {
    folderId: server.library.folders[0]?.id,
    libraryId: server.library.id,
    media,
  });
  await server.root.send('PATCH', `/api/items/${at(body, 'id')}/media`, { lastEpisodeCheck: publishedAt(0) });
  return String(at(body, 'id'));
};
const due = new Date(2024, 5, 1, 8, 30);
const check = async (date = due): Promise<void> => {
  await auto.checkDue(date);
  await vi.waitFor(() => expect(server.ctx.downloads.current()).toBeNull(), { timeout: 10_000, interval: 10 });
};
const podcast = async (id: string) => (await server.root.get(`/api/items/${id}?expanded=1`)).body;
const episodes = async (id: string) =>
  listAt(await podcast(id), 'media', 'episodes')
    .map((episode) => at(episode, 'title'))
    .sort();

describe('automatic downloads', () => {
  test('load new episodes at the minute of the schedule only', async () => {
    publish('Daily', [1, 2]);
    const id = await subscribe('Daily', { maxNewEpisodesToDownload: 0 });
    await check(new Date(2024, 5, 1, 8, 31));
    expect([await episodes(id), server.web.requested]).toEqual([[], []]);
    await check();
    expect(await episodes(id)).toEqual(['Episode 1', 'Episode 2']);
    publish('Daily', [1, 2, 3]);
    await check();
    expect(await episodes(id)).toEqual(['Episode 1', 'Episode 2', 'Episode 3']);
    expect(server.web.requested.filter((at) => at.endsWith('.mp3'))).toEqual(['/ep2.mp3', '/ep1.mp3', '/ep3.mp3']);
    await server.root.send('PATCH', `/api/items/${id}/media`, { autoDownloadEpisodes: false });
  });

  test('load and keep at most the configured numbers, the newest ones', async () => {
    publish('Few', [1, 2, 3, 4, 5]);
    const id = await subscribe('Few', { maxNewEpisodesToDownload: 3, maxEpisodesToKeep: 2 });
    await check();
    expect([await episodes(id), fs.readdirSync(path.join(server.folder, 'Few')).sort()]).toEqual([
      ['Episode 4', 'Episode 5'],
      ['Episode 4.mp3', 'Episode 5.mp3'],
    ]);
    await server.root.send('PATCH', `/api/items/${id}/media`, { autoDownloadEpisodes: false });
  });

  test('fire their notification', async () => {
    const fired = vi.spyOn(server.ctx.notifications, 'fire');
    publish('Told', [1]);
    const id = await subscribe('Told', {});
    await check();
    expect(fired.mock.calls).toEqual([
      [
        'onPodcastEpisodeDownloaded',
        expect.objectContaining({
          libraryItemId: id,
          podcastTitle: 'Told',
          episodeTitle: 'Episode 1',
          libraryName: 'Podcasts',
        }),
        server.library.id,
      ],
    ]);
    fired.mockRestore();
    await server.root.send('PATCH', `/api/items/${id}/media`, { autoDownloadEpisodes: false });
  });

  test('without new episodes note the time, and neither store nor announce episodes again', async () => {
    publish('Quiet', [1, 2]);
    const id = await subscribe('Quiet', {});
    await check();
    const before = Number(at(await podcast(id), 'media', 'lastEpisodeCheck'));
    const heard: string[] = [];
    const stop = server.ctx.events.subscribe(({ event }) => void heard.push(event));
    const { database } = server.ctx.store;
    database.run('CREATE TEMP TABLE written (id TEXT)');
    for (const change of ['INSERT', 'UPDATE'])
      database.run(
        `CREATE TEMP TRIGGER "written ${change}" AFTER ${change} ON podcastEpisodes BEGIN INSERT INTO written VALUES (NEW.title); END`,
      );
    const written = (): string[] => database.all<{ id: string }>('SELECT id FROM written').map((row) => row.id);
    await check();
    expect([heard, written()]).toEqual([[], []]);
    expect(Number(at(await podcast(id), 'media', 'lastEpisodeCheck'))).toBeGreaterThan(before);
    publish('Quiet', [1, 2, 3]);
    await check();
    expect(written()).toEqual(['Episode 3']);
    expect(heard.filter((event) => event === 'item_updated' || event === 'episode_added')).toEqual([
      'item_updated',
      'episode_added',
    ]);
    expect(await episodes(id)).toEqual(['Episode 1', 'Episode 2', 'Episode 3']);
    stop();
    database.run('DROP TABLE written');
    await server.root.send('PATCH', `/api/items/${id}/media`, { autoDownloadEpisodes: false });
  });

  test('stop for a feed that is gone', async () => {
    const id = await subscribe('Gone', {});
    for (let round = 1; round < MAX_FAILED_CHECKS; round += 1) await auto.checkDue(due);
    expect(at(await podcast(id), 'media', 'autoDownloadEpisodes')).toBe(true);
    await auto.checkDue(due);
    expect(at(await podcast(id), 'media', 'autoDownloadEpisodes')).toBe(false);
  });
});

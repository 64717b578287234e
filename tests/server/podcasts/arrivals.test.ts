import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { at, listAt } from '../library/support.ts';
import { episodeFile, startPodcasts, type PodcastServer } from './support.ts';

let server: PodcastServer;
beforeAll(async () => {
  server = await startPodcasts();
  server.web.answer('/sound', episodeFile('01'), 'text/html');
  for (let hop = 1; hop <= 8; hop += 1)
    server.web.handle(`/hop/${hop}`, (_request, response) => {
      response.writeHead(302, { location: hop === 8 ? '/sound' : `/hop/${hop + 1}` }).end();
    });
});
afterAll(() => server.stop());

const PATIENCE = { timeout: 15_000 };

/** A podcast with the episodes of a feed that have no dates. */
async function subscribe(name: string, urls: readonly string[]) {
  const publish = (list: readonly string[]) => {
    const items = list.map(
      (url, i) =>
        `<item><title>E${i}</title><guid>g${i}</guid><enclosure url="${url}" type="audio/x-m4a" length="1"/></item>`,
    );
    server.web.answer(`/${name}.xml`, `<rss><channel><title>${name}</title>${items.join('')}</channel></rss>`);
  };
  publish(urls);
  const { body } = await server.root.send('POST', '/api/podcasts', {
    folderId: server.library.folders[0]?.id,
    libraryId: server.library.id,
    media: { metadata: { title: name, feedUrl: `${server.web.url}/${name}.xml` } },
  });
  const id = String(at(body, 'id'));
  return {
    publish,
    check: async () =>
      listAt((await server.root.get(`/api/podcasts/${id}/checknew?limit=0`)).body, 'episodes').map((one) =>
        at(one, 'title'),
      ),
    episodes: async () =>
      listAt((await server.root.get(`/api/items/${id}?expanded=1`)).body, 'media', 'episodes').map((one) =>
        at(one, 'title'),
      ),
  };
}

test('an episode is loaded over eight redirects, and named by its bytes, whatever its type says', async () => {
  const { check, episodes } = await subscribe('Far', ['/hop/1']);
  expect(await check()).toEqual(['E0']);
  await vi.waitFor(async () => expect(await episodes()).toEqual(['E0']), PATIENCE);
  expect(fs.readdirSync(path.join(server.folder, 'Far'))).toEqual(['E0.mp3']);
  const [episode] = server.ctx.store.database.all<{ audioFile: string }>(
    `SELECT audioFile FROM podcastEpisodes WHERE title = 'E0'`,
  );
  expect(JSON.parse(episode?.audioFile ?? '')).toMatchObject({
    metadata: { filename: 'E0.mp3' },
    mimeType: 'audio/mpeg',
    trackNumFromFilename: 0,
    discNumFromFilename: null,
  });
});

test('episodes without a date are found once, even those that failed to load', async () => {
  const { publish, check, episodes } = await subscribe('Undated', ['/sound', '/gone']);
  expect(await check()).toEqual(['E0', 'E1']);
  await vi.waitFor(async () => expect(await episodes()).toEqual(['E0']), PATIENCE);
  expect(await check()).toEqual([]);
  publish(['/sound', '/gone', '/sound?2']);
  expect(await check()).toEqual(['E2']);
  expect(await check()).toEqual([]);
});

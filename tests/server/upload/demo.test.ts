import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoLibrary } from '../../../server/paths.ts';
import { at, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
beforeAll(async () => {
  server = await startDemo();
});
afterAll(() => server.stop());

test("the demo works on a copy in its data folder: a deleted episode stays in Earmark's own files", async () => {
  const podcast = at((await server.call(`/api/libraries/${server.podcastLibraryId}/items`)).body, 'results', 0, 'id');
  const episode = at((await server.call(`/api/items/${podcast}?expanded=1`)).body, 'media', 'episodes', 0);
  const file = String(at(episode, 'audioFile', 'metadata', 'path'));
  const folder = path.join(server.ctx.config.dataDir, 'library', 'podcasts');
  expect(path.relative(folder, file)).not.toMatch(/^\.\./);
  await server.call(`/api/podcasts/${podcast}/episode/${at(episode, 'id')}?hard=1`, { method: 'DELETE' });
  expect([fs.existsSync(file), fs.existsSync(path.join(demoLibrary, 'podcasts', path.relative(folder, file)))]).toEqual(
    [false, true],
  );
});

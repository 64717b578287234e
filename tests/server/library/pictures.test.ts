import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { metadataDir } from '../../../server/config.ts';
import { startDemo } from './support.ts';

test('a server that ends finishes the cover that it draws, and draws no further ones', async () => {
  const server = await startDemo();
  const cache = path.join(metadataDir(server.ctx.config), 'cache', 'items');
  const book = server.ctx.store.database.get<{ id: string }>("SELECT id FROM libraryItems WHERE mediaType = 'book'");
  const widths = Array.from({ length: 60 }, (_, index) => 20 * (index + 1));
  const gone = new AbortController();
  const { signal } = gone;
  const requests = widths.map((width) => fetch(`${server.url}/api/items/${book?.id}/cover?width=${width}`, { signal }));
  await Promise.race(requests);
  const drawn = () => fs.readdirSync(cache, { recursive: true, encoding: 'utf8' }).toSorted();
  gone.abort();
  await server.close();
  const atEnd = drawn();
  await Promise.allSettled(requests);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(drawn()).toEqual(atEnd);
  expect(atEnd.filter((name) => /\.(webp|jpg)$/.test(name)).length).toBeLessThan(widths.length);
  await server.stop();
});

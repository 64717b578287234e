import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAt, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let outside: string;
beforeAll(async () => {
  server = await startDemo();
  outside = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-outside-'));
  fs.symlinkSync(outside, path.join(server.ctx.config.dataDir, 'library', 'link'));
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(outside, { recursive: true, force: true });
});

const refusal = 'The demo only uses folders of its own. Start Earmark with --books or --podcasts for others';

describe('the root account of the demo, whose password is public', () => {
  const wanted = () => [
    outside,
    path.join(outside, 'new'),
    path.join(server.ctx.config.dataDir, '..'),
    path.join(server.ctx.config.dataDir, 'library', 'link'),
    os.homedir(),
    '/etc',
  ];

  test('cannot create a library of a folder elsewhere, nor move one there', async () => {
    for (const fullPath of wanted()) {
      const made = await server.call('/api/libraries', {
        method: 'POST',
        body: { name: 'Mine', folders: [{ fullPath }] },
      });
      const moved = await server.call(`/api/libraries/${server.bookLibraryId}`, {
        method: 'PATCH',
        body: { folders: [{ fullPath }] },
      });
      expect([fullPath, made.status, made.body, moved.status, moved.body]).toEqual([
        fullPath,
        400,
        refusal,
        400,
        refusal,
      ]);
    }
    expect([server.ctx.store.libraries.all().length, fs.readdirSync(outside)]).toEqual([2, []]);
  });

  test('cannot list folders elsewhere, nor write backups there', async () => {
    for (const folder of wanted()) {
      const listed = await server.call(`/api/filesystem?path=${encodeURIComponent(folder)}`);
      const backups = await server.call('/api/backups/path', { method: 'PATCH', body: { path: folder } });
      expect([folder, listed.status, backups.status]).toEqual([folder, 400, 400]);
    }
  });

  test('chooses among the folders of the demo', async () => {
    const { body } = await server.call('/api/filesystem');
    expect(listAt(body, 'directories')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ dirname: 'books' }),
        expect.objectContaining({ dirname: 'podcasts' }),
      ]),
    );
    const fullPath = path.join(server.ctx.config.dataDir, 'library', 'more');
    expect(
      (await server.call('/api/libraries', { method: 'POST', body: { name: 'More', folders: [{ fullPath }] } })).status,
    ).toBe(200);
  });
});

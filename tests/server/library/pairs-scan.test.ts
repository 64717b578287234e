import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../../server/items/item-editor.ts';
import type { Item } from '../../../server/items/model.ts';
import { createItemScanner } from '../../../server/scan/item-scanner.ts';
import { findItemsAt } from '../../../server/scan/walk.ts';
import { startHousehold, type LibraryServer } from './support.ts';

/* Edits of an item between the moment a scan looks at it and the moment it stores the result. */

let server: LibraryServer;
let folder: string;

beforeAll(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-meanwhile-')));
  server = await startHousehold(folder);
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const itemOf = (condition: string): Item => {
  const row = server.ctx.store.database.get<{ id: string }>(`SELECT id FROM libraryItems WHERE ${condition}`);
  const item = row && server.ctx.editor.items.load(row.id);
  if (!item) throw new Error(`No item with ${condition}`);
  return item;
};

/** The item after a forced scan during which it was changed. */
async function scannedWhile(item: Item, change: Change): Promise<Item> {
  const library = server.ctx.store.libraries.byId(item.libraryId);
  const root = library?.folders.find(({ id }) => id === item.folderId)?.fullPath ?? '';
  const all = await findItemsAt(root, [item.relPath], { audioOnly: item.mediaType === 'podcast' });
  const found = all.find((entry) => entry.path === item.path);
  if (!library || !found) throw new Error(`No files of ${item.path}`);
  const scanner = createItemScanner(server.ctx);
  const scanning = scanner.scan(library, item.folderId, found, scanner.knownOf(library.id, found), true);
  server.ctx.editor.store([item.id], change);
  return scanning;
}

describe.each([
  ['a book', "mediaType = 'book' AND numTracks >= 3"],
  ['a podcast', "mediaType = 'podcast' AND numTracks >= 3"],
])('edited while %s is read', (_kind, condition) => {
  test('a chosen cover stays', async () => {
    const before = itemOf(condition);
    const cover = path.join(folder, `chosen-${before.mediaType}.png`);
    fs.writeFileSync(cover, 'picture');
    const after = await scannedWhile(before, (item) => ({ ...item, coverPath: cover }));
    expect(after.coverPath).toBe(cover);
  });

  test('a removed file does not come back', async () => {
    const before = itemOf(condition);
    const [gone] = before.libraryFiles.filter(({ fileType }) => fileType === 'audio');
    const isMissing = (file: { readonly ino: string } | null) => file?.ino === gone?.ino;
    const after = await scannedWhile(before, (item) => {
      const libraryFiles = item.libraryFiles.filter((file) => !isMissing(file));
      return item.mediaType === 'book'
        ? { ...item, libraryFiles, audioFiles: item.audioFiles.filter((file) => !isMissing(file)) }
        : { ...item, libraryFiles, episodes: item.episodes.filter(({ audioFile }) => !isMissing(audioFile)) };
    });
    const sounds = after.mediaType === 'book' ? after.audioFiles : after.episodes.map(({ audioFile }) => audioFile);
    expect([after.libraryFiles.some(isMissing), sounds.some(isMissing), sounds.length > 0]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('new tags and names stay', async () => {
    const before = itemOf(condition);
    const after = await scannedWhile(before, (item) =>
      item.mediaType === 'book'
        ? { ...item, tags: ['given'], metadata: { ...item.metadata, language: 'xx' } }
        : { ...item, tags: ['given'], metadata: { ...item.metadata, language: 'xx' } },
    );
    expect([after.tags, after.metadata.language]).toEqual([['given'], 'xx']);
  });
});

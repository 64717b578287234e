import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoLibrary } from '../../../server/paths.ts';
import { findFfmpeg } from '../../../server/playback/hls/ffmpeg-stream.ts';
import { recording, socketRecording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

const realFfmpeg = findFfmpeg();
let folder: string;
let server: LibraryServer;

/**
 * A stand-in for ffmpeg: notes its arguments, reports progress, copies the sound beside it to its output, and can fail
 * or hang on request.
 */
const stub = `#!/bin/sh
here=$(dirname "$0")
for last; do printf '%s\\t' "$last" >> "$here/calls.tsv"; done
echo >> "$here/calls.tsv"
[ "$STUB_FFMPEG" = fail ] && { echo 'no such codec' >&2; exit 1; }
echo 'out_time_us=1000000'
[ "$STUB_FFMPEG" = hang ] && exec sleep 60
cp "$here/sound.\${last##*.}" "$last"
`;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-tools-'));
  fs.cpSync(demoLibrary, path.join(folder, 'library'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'ffmpeg'), stub, { mode: 0o755 });
  fs.copyFileSync(path.join(demoLibrary, 'books/Anton Chekhov/The Bet/The Bet.mp3'), path.join(folder, 'sound.mp3'));
  fs.copyFileSync(
    path.join(demoLibrary, 'books/Charles Dickens/A Christmas Carol/A Christmas Carol.m4b'),
    path.join(folder, 'sound.m4b'),
  );
  server = await startDemo({
    demo: false,
    bookFolders: [path.join(folder, 'library/books')],
    podcastFolders: [path.join(folder, 'library/podcasts')],
  });
  await server.account('root', 'root');
  await server.account('listener');
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  vi.stubEnv('FFMPEG_PATH', path.join(folder, 'ffmpeg'));
  fs.rmSync(path.join(folder, 'calls.tsv'), { force: true });
  server.announcements.splice(0);
});
afterEach(() => vi.unstubAllEnvs());

const post = (target: string, body?: unknown, as = 'root') => server.call(target, { method: 'POST', body, as });
const error = ({ status, body, headers }: { status: number; body: unknown; headers: Headers }) => [
  status,
  headers.get('content-type'),
  body,
];
const recorded = (name: string) => {
  const { response } = recording(`tools/${name}`);
  return [response.status, response.headers['content-type'], response.body];
};
const idOf = (title: string): string =>
  server.ctx.store.database.get<{ id: string }>('SELECT id FROM libraryItems WHERE title = ?', title)?.id ?? '';
const expanded = async (id: string) => (await server.call(`/api/items/${id}?expanded=1`)).body;
const payloads = (event: string) =>
  server.announcements.filter((announcement) => announcement.event === event).map(({ payload }) => payload);
const finished = (count = 1) =>
  vi.waitUntil(() => (payloads('task_finished').length >= count ? payloads('task_finished') : undefined), {
    timeout: 15_000,
    interval: 10,
  });
const calls = () =>
  fs
    .readFileSync(path.join(folder, 'calls.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().split('\t'));
const firstOf = (name: string, event: string) =>
  socketRecording(name).events.find((entry) => entry.event === event)?.payload;

describe('embedding metadata', () => {
  test('writes every file, keeps the old ones on request, scans the item again and reports each step', async () => {
    const id = idOf("Aesop's Fables");
    const before = listAt(await expanded(id), 'media', 'audioFiles');
    expect(error(await post(`/api/tools/item/${id}/embed-metadata?forceEmbedChapters=1&backup=1`))).toEqual(
      recorded('embed-metadata'),
    );
    const [task] = await finished();
    expectSameShape(task, firstOf('embed-metadata-batch-queue', 'task_finished'), ['data.metadataObject']);
    expect([at(task, 'isFailed'), at(task, 'data', 'audioFiles', 'length')]).toEqual([false, before.length]);
    const inos = before.map((file) => at(file, 'ino'));
    expect(payloads('track_started').map((track) => at(track, 'ino'))).toEqual(inos);
    expect(payloads('track_finished').map((track) => at(track, 'ino'))).toEqual(inos);
    expect(payloads('task_progress').every((entry) => Number(at(entry, 'progress')) <= 100)).toBe(true);
    expect(
      fs.readdirSync(String(at(task, 'data', 'itemCachePath'))).filter((name) => name.endsWith('.mp3')),
    ).toHaveLength(before.length);
    expect(calls()).toHaveLength(before.length);
    expect(calls()[1]).toEqual(expect.arrayContaining(['-map_chapters', '1', 'track=2']));
    const after = listAt(await expanded(id), 'media', 'audioFiles').map((file) => at(file, 'metadata', 'path'));
    expect(after).toEqual(before.map((file) => at(file, 'metadata', 'path')));
  });

  test('of several books runs one after the other, and the queue is shown and announced', async () => {
    vi.stubEnv('STUB_FFMPEG', '');
    const ids = ["Aesop's Fables", 'The Bet'].map(idOf);
    expect(error(await post('/api/tools/batch/embed-metadata?backup=0', { libraryItemIds: ids }))).toEqual(
      recorded('batch-embed-metadata'),
    );
    const queue = (await server.call('/api/tasks?include=queue')).body;
    expect(listAt(queue, 'queuedTaskData', 'embedMetadata').map((entry) => at(entry, 'libraryItemId'))).toEqual([
      ids[1],
    ]);
    expectSameShape(
      at(queue, 'queuedTaskData'),
      at(recording('tasks/list-with-embed-queue').response.body, 'queuedTaskData'),
      ['embedMetadata.listOf.metadataObject'],
    );
    expect(error(await post(`/api/tools/item/${ids[1]}/embed-metadata`))).toEqual(
      recorded('embed-metadata-err-running'),
    );
    await finished(2);
    expect(payloads('metadata_embed_queue_update')).toEqual([
      { libraryItemId: ids[1], queued: true },
      { libraryItemId: ids[1], queued: false },
    ]);
    const order = server.announcements
      .filter(({ event }) => event === 'task_started' || event === 'task_finished')
      .map(({ event, payload }) => [event, at(payload, 'data', 'libraryItemId')]);
    expect(order).toEqual([
      ['task_started', ids[0]],
      ['task_finished', ids[0]],
      ['task_started', ids[1]],
      ['task_finished', ids[1]],
    ]);
  });

  test('that fails names the file and leaves it unchanged', async () => {
    vi.stubEnv('STUB_FFMPEG', 'fail');
    const id = idOf('The Bet');
    const file = String(at(await expanded(id), 'media', 'audioFiles', 0, 'metadata', 'path'));
    const bytes = fs.readFileSync(file);
    await post(`/api/tools/item/${id}/embed-metadata`);
    const [task] = await finished();
    expect(task).toMatchObject({
      isFailed: true,
      error: 'Failed to embed metadata in file "The Bet.mp3"',
      errorKey: 'MessageTaskFailedToEmbedMetadataInFile',
      errorSubs: ['The Bet.mp3'],
    });
    expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  });

  test('is a task that fails without ffmpeg', async () => {
    vi.stubEnv('FFMPEG_PATH', '');
    vi.stubEnv('PATH', '');
    await post(`/api/tools/item/${idOf('The Bet')}/embed-metadata`);
    expect(await finished()).toMatchObject([{ isFailed: true, errorKey: 'MessageTaskFailedToEmbedMetadataInFile' }]);
  });

  test('is refused as recorded', async () => {
    const podcast =
      server.ctx.store.database.get<{ id: string }>("SELECT id FROM libraryItems WHERE mediaType = 'podcast'")?.id ??
      '';
    expect(error(await post(`/api/tools/item/${podcast}/embed-metadata`))).toEqual(recorded('embed-err-podcast'));
    expect(error(await post(`/api/tools/item/${idOf('The Bet')}/embed-metadata`, {}, 'listener'))).toEqual(
      recorded('embed-err-user'),
    );
    expect(error(await post('/api/tools/batch/embed-metadata', {}))).toEqual(recorded('batch-embed-err'));
    expect(error(await post('/api/tools/batch/embed-metadata', { libraryItemIds: ['nope'] }))).toEqual(
      recorded('batch-embed-err-unknown'),
    );
  });
});

describe('encoding to m4b', () => {
  const cancel = (id: string) => server.call(`/api/tools/item/${id}/encode-m4b`, { method: 'DELETE' });

  test('can be cancelled; a second start meanwhile is refused', async () => {
    vi.stubEnv('STUB_FFMPEG', 'hang');
    const id = idOf("Aesop's Fables");
    expect(error(await post(`/api/tools/item/${id}/encode-m4b`))).toEqual(recorded('encode-m4b'));
    expect(error(await post(`/api/tools/item/${id}/encode-m4b`))).toEqual(recorded('encode-m4b-err-running'));
    await vi.waitUntil(() => payloads('task_progress').length > 0, { timeout: 5000, interval: 10 });
    expect(error(await cancel(id))).toEqual(recorded('encode-m4b-cancel'));
    const [task] = await finished();
    const {
      error: text,
      errorKey,
      isFailed,
    } = firstOf('encode-m4b-cancelled', 'task_finished') as Record<string, unknown>;
    expect(task).toMatchObject({ error: text, errorKey, isFailed });
    await vi.waitUntil(async () => (await cancel(id)).status === 404, { timeout: 2000, interval: 10 });
    expect(listAt(await expanded(id), 'media', 'audioFiles')).toHaveLength(5);
  });

  test('is a task that fails without ffmpeg', async () => {
    vi.stubEnv('FFMPEG_PATH', '');
    vi.stubEnv('PATH', '');
    await post(`/api/tools/item/${idOf("Aesop's Fables")}/encode-m4b`);
    expect(await finished()).toMatchObject([
      { isFailed: true, error: 'Failed to merge audio files', errorKey: 'MessageTaskFailedToMergeAudioFiles' },
    ]);
  });

  test('is refused as recorded', async () => {
    const podcast =
      server.ctx.store.database.get<{ id: string }>("SELECT id FROM libraryItems WHERE mediaType = 'podcast'")?.id ??
      '';
    expect(error(await post(`/api/tools/item/${podcast}/encode-m4b`))).toEqual(recorded('encode-m4b-err-podcast'));
    expect(error(await post('/api/tools/item/nope/encode-m4b'))).toEqual(recorded('encode-m4b-err-unknown'));
    expect(error(await post(`/api/tools/item/${idOf('The Bet')}/encode-m4b`, {}, 'listener'))).toEqual(
      recorded('encode-m4b-err-user'),
    );
    expect(error(await cancel('nope'))).toEqual(recorded('encode-m4b-cancel-err'));
  });

  test('replaces all tracks by one file and keeps them in the cache of the item', async () => {
    const id = idOf("Aesop's Fables");
    await post(`/api/tools/item/${id}/encode-m4b?bitrate=64k&codec=aac&channels=1`);
    const [task] = await finished();
    expectSameShape(task, firstOf('encode-m4b', 'task_finished'), ['data.ffmetadataObject']);
    expect(task).toMatchObject({
      isFailed: false,
      data: { encodeOptions: { bitrate: '64k', codec: 'aac', channels: '1' } },
    });
    expect(listAt(await expanded(id), 'media', 'audioFiles').map((file) => at(file, 'metadata', 'filename'))).toEqual([
      "Aesop's Fables.m4b",
    ]);
    expect(
      fs.readdirSync(String(at(task, 'data', 'itemCachePath'))).filter((name) => name.endsWith('.mp3')),
    ).toHaveLength(5);
    expect(calls()[0]).toEqual(expect.arrayContaining(['-c:a', 'aac', '-b:a', '64k', '-ac', '1']));
  });

  test.runIf(realFfmpeg !== undefined)('by a real ffmpeg keeps sound, chapters and tags', async () => {
    vi.stubEnv('FFMPEG_PATH', realFfmpeg ?? '');
    const title = 'A Scandal in Bohemia';
    const before = await expanded(idOf(title));
    await post(`/api/tools/item/${idOf(title)}/encode-m4b?bitrate=32k&codec=aac&channels=1`);
    expect(await finished()).toMatchObject([{ isFailed: false, error: null }]);
    const after = await expanded(idOf(title));
    expect(listAt(after, 'media', 'audioFiles')).toMatchObject([{ codec: 'aac', metaTags: { tagTitle: title } }]);
    expect(listAt(after, 'media', 'audioFiles', 0, 'chapters')).toHaveLength(
      listAt(before, 'media', 'chapters').length,
    );
    expect(Math.abs(Number(at(after, 'media', 'duration')) - Number(at(before, 'media', 'duration')))).toBeLessThan(2);
  });

  test.runIf(realFfmpeg !== undefined)(
    'after an embed by a real ffmpeg the file has the metadata of the item',
    async () => {
      vi.stubEnv('FFMPEG_PATH', realFfmpeg ?? '');
      const id = idOf('The Bet');
      await server.call(`/api/items/${id}/media`, {
        method: 'PATCH',
        body: { metadata: { publisher: 'North; & South = one' } },
      });
      server.announcements.splice(0);
      await post(`/api/tools/item/${id}/embed-metadata`);
      expect(await finished()).toMatchObject([{ isFailed: false }]);
      const [file] = listAt(await expanded(id), 'media', 'audioFiles');
      expect(file).toMatchObject({ metaTags: { tagPublisher: 'North; & South = one' } });
      expect(
        execFileSync(realFfmpeg ?? '', [
          '-v',
          'error',
          '-i',
          String(at(file, 'metadata', 'path')),
          '-f',
          'null',
          '-',
        ]).toString(),
      ).toBe('');
    },
  );
});

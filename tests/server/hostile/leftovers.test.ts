import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { plainText, sanitiseHtml, shortened } from '../../../server/items/html.ts';
import { indexFrames } from '../../../server/playback/hls/mp3-frames.ts';
import { createMp3Stream } from '../../../server/playback/hls/mp3-stream.ts';
import { createAutoDownloads, MAX_FAILED_CHECKS } from '../../../server/podcasts/auto-downloads.ts';
import { feedLines } from '../../../server/podcasts/rss-feed.ts';
import { startServer } from '../../support/embedded-server.ts';
import { at, listAt } from '../library/support.ts';
import { startPodcasts } from '../podcasts/support.ts';

test('a new backup stays, whatever dates the others carry; one without a valid date is no backup', async () => {
  const server = await startServer();
  const root = await server.account('root', 'root');
  const folder = server.ctx.settings.get().backupPath;
  fs.mkdirSync(folder, { recursive: true });
  const write = (name: string, createdAt: number) =>
    fs.writeFileSync(
      path.join(folder, `${name}.audiobookshelf`),
      zipSync({ details: Buffer.from(`x\nsqlite\n${createdAt}\n2.26.0`) }),
    );
  write('later', Date.UTC(2030, 0, 1));
  write('latest', Date.UTC(2031, 0, 1));
  write('never', 9e99);
  const { body } = await root.send('POST', '/api/backups');
  const names = listAt(body, 'backups').map((backup) => at(backup, 'filename'));
  expect(names).toEqual(['latest.audiobookshelf', expect.stringMatching(/^20\d\d-/)]);
  const id = String(at(body, 'backups', 1, 'id'));
  expect((await fetch(`${server.url}/api/backups/${id}/apply?token=${root.token}`, { method: 'HEAD' })).status).toBe(
    404,
  );
  await server.stop();
});

test('leftovers of a crash are removed at the start, and nothing else', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-left-'));
  const id = '00000000-0000-4000-8000-000000000000';
  const backups = path.join(dataDir, 'metadata/backups');
  fs.mkdirSync(path.join(dataDir, `metadata/.restore-${id}/items`), { recursive: true });
  fs.mkdirSync(backups, { recursive: true });
  for (const name of [`.${id}.sqlite`, `.${id}.unfinished`, '.upload-123', '.mine', 'a.sqlite'])
    fs.writeFileSync(path.join(backups, name), 'x');
  const server = await startServer({ dataDir });
  expect(fs.readdirSync(backups).sort()).toEqual(['.mine', 'a.sqlite']);
  expect(fs.readdirSync(path.join(dataDir, 'metadata')).filter((name) => name.startsWith('.'))).toEqual([]);
  await server.stop();
  fs.rmSync(dataDir, { recursive: true });
});

test("devices are created with the permission, and only one's own are visible", async () => {
  const server = await startServer();
  const root = await server.account('root', 'root');
  const maker = await server.account('maker', 'user', { createEreader: true });
  const guest = await server.account('guest', 'guest', { createEreader: false });
  const device = (name: string, users: readonly (string | undefined)[]) => ({
    name,
    email: `${name}@example.com`,
    availabilityOption: 'specificUsers',
    users,
  });
  const others = [device('other', [root.user?.id])];
  await root.send('POST', '/api/emails/ereader-devices', { ereaderDevices: others });
  const reported: unknown[] = [];
  server.ctx.events.subscribe(
    ({ event, payload }) => void (event === 'ereader-devices-updated' && reported.push(payload)),
  );
  const own = [device('own', [maker.user?.id])];
  expect((await guest.send('POST', '/api/me/ereader-devices', { ereaderDevices: [] })).status).toBe(403);
  expect((await maker.send('POST', '/api/me/ereader-devices', { ereaderDevices: own })).body).toEqual({
    ereaderDevices: own,
  });
  expect(reported).toEqual([{ ereaderDevices: own }]);
  await server.stop();
});

test('two calls for the same new name create one account', async () => {
  const server = await startServer();
  const root = await server.account('root', 'root');
  const make = () =>
    root.send('POST', '/api/users', { username: 'twin', password: 'secret', type: 'user', isActive: true });
  const answers = await Promise.all([make(), make()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.find(({ status }) => status === 400)?.body).toBe('Username already taken');
  await server.stop();
});

test('an administrator cannot take the key or the provider of root', async () => {
  const server = await startServer();
  const root = await server.account('root', 'root');
  const admin = await server.account('admin', 'admin');
  const made = await root.send('POST', '/api/api-keys', { name: 'k', isActive: true, userId: root.user?.id });
  expect([
    (await admin.send('DELETE', `/api/api-keys/${at(made.body, 'apiKey', 'id')}`)).status,
    (await admin.send('PATCH', `/api/users/${root.user?.id}/openid-unlink`)).status,
  ]).toEqual([403, 403]);
  await server.stop();
});

test('failed checks of a feed survive a restart, and one that crashed the server counts', async () => {
  const server = await startPodcasts();
  const { body } = await server.root.send('POST', '/api/podcasts', {
    folderId: server.library.folders[0]?.id,
    libraryId: server.library.id,
    media: {
      metadata: { title: 'Gone', feedUrl: `${server.web.url}/none.xml` },
      autoDownloadEpisodes: true,
      autoDownloadSchedule: '30 8 * * *',
    },
  });
  const isOn = async () =>
    at((await server.root.get(`/api/items/${at(body, 'id')}`)).body, 'media', 'autoDownloadEpisodes');
  const due = new Date(2024, 5, 1, 8, 30);
  for (let round = 1; round < MAX_FAILED_CHECKS; round += 1) await createAutoDownloads(server.ctx).checkDue(due);
  expect(await isOn()).toBe(true);
  const fails = server.ctx.store.settings.get<Record<string, number>>('failedFeedChecks', {});
  expect(fails).toEqual({ [String(at(body, 'id'))]: MAX_FAILED_CHECKS - 1 });
  await createAutoDownloads(server.ctx).checkDue(due);
  expect([await isOn(), server.ctx.store.settings.get('failedFeedChecks', null)]).toEqual([false, {}]);
  await server.stop();
});

describe('HTML', () => {
  test('of millions of tags takes no more memory than its text', () => {
    const html = '<b>'.repeat(3_300_000);
    expect([sanitiseHtml(html).length, plainText(html)]).toEqual([html.length, '']);
  });

  test.each([
    ['<p>abc</p>', 20, '<p>abc</p>'],
    ['<p>abc</p>', 8, '<p>abc'],
    ['a &lt; b', 4, 'a '],
    ['a<a href="http://x">', 10, 'a'],
  ])('%s of %i characters is %s', (html, most, kept) => expect(shortened(html, most)).toBe(kept));

  test('of a feed is as long as a body may be, and so are its other texts', () => {
    const description = '<b><i>'.repeat(100_000);
    const xml = `<rss><channel><title>${'t'.repeat(9999)}</title><item><title>x</title><description><![CDATA[${description}]]></description><enclosure url="http://x/y.mp3"/></item></channel></rss>`;
    const lines = feedLines({ body: Buffer.from(xml), contentType: 'text/xml', feedUrl: 'http://x' }).split('\n');
    const [podcast, episode] = lines.map((line) => JSON.parse(line) as unknown);
    expect([String(at(podcast, 'title')).length, String(at(episode, 'description')).length]).toEqual([4096, 99_999]);
  });
});

test('a segment of a damaged mp3 holds six seconds at most, and its file is read once', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-damaged-'));
  const file = path.join(folder, 'damaged.mp3');
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  const size = 200 * 1024 ** 2;
  fs.writeFileSync(file, Buffer.concat(Array.from({ length: 800 }, () => frame)));
  fs.truncateSync(file, size);
  fs.appendFileSync(file, frame);
  const handle = await fs.promises.open(file, 'r');
  const { start, marks, end } = await indexFrames(handle, [6]);
  await handle.close();
  expect([start.offset, (marks[0]?.offset ?? 0) % 417, end.offset]).toEqual([0, 0, size + 417]);
  const track = { index: 1, path: file, startOffset: 0, duration: 20.9, mimeType: 'audio/mpeg' };
  const report = {
    opened: () => undefined,
    progress: () => undefined,
    reset: () => undefined,
    failed: () => undefined,
  };
  const stream = createMp3Stream({ tracks: [track], duration: 20.9 } as never, report);
  const last = await stream.segment(3);
  stream.close();
  expect(last?.kind === 'bytes' ? last.bytes.length : 0).toBeLessThan(2.1 * 1024 ** 2);
  expect(last?.kind === 'bytes' ? last.bytes.length : 0).toBeGreaterThan(417);
  fs.rmSync(folder, { recursive: true });
});

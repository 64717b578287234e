import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { recording } from '../../support/recordings.ts';
import { at, listAt } from '../library/support.ts';
import { episodeFile, startPodcasts, type PodcastServer } from '../podcasts/support.ts';

let server: PodcastServer;
let folder: string;
let count = 0;
beforeAll(async () => {
  server = await startPodcasts();
  folder = server.books.folders[0]?.fullPath ?? '';
});
afterAll(() => server.stop());

type Part = readonly [name: string, value: string | Buffer, filename?: string];
const where = (): Part[] => [
  ['library', server.books.id],
  ['folder', server.books.folders[0]?.id ?? ''],
];
const audio: Part = ['0', episodeFile('07'), 'Track.mp3'];

async function upload(parts: readonly Part[], client = server.root): Promise<unknown[]> {
  const form = new FormData();
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), filename);
  }
  const response = await fetch(`${server.url}/api/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${client.token}` },
  });
  return [response.status, response.headers.get('content-type'), await response.text()];
}
const recorded = (name: string) => {
  const { response } = recording(`upload/${name}`);
  return [response.status, response.headers['content-type'], response.body];
};
const filesBelow = (place: string): string[] =>
  fs
    .readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(place, name)).isFile())
    .sort();
const waiting = () => filesBelow(path.join(server.ctx.config.dataDir, 'metadata', 'uploads'));

describe('an upload', () => {
  test('puts its files into the folder of author, series and title, and a scan makes the item', async () => {
    const parts: Part[] = [
      audio,
      ['1', Buffer.from('text'), 'desc.txt'],
      ['title', 'Uploaded: Book'],
      ['author', 'A/B'],
      ['series', 'Some Series'],
      ...where(),
    ];
    expect(await upload(parts)).toEqual(recorded('upload'));
    expect(filesBelow(path.join(folder, 'A B', 'Some Series', 'Uploaded - Book'))).toEqual(['Track.mp3', 'desc.txt']);
    await server.ctx.scans.scanLibrary(server.books.id);
    const { body } = await server.root.get(`/api/libraries/${server.books.id}/items`);
    expect(listAt(body, 'results').map((item) => at(item, 'relPath'))).toContain('A B/Some Series/Uploaded - Book');
    expect(waiting()).toEqual([]);
  });

  test('puts a podcast into the folder of its title', async () => {
    expect(
      (
        await upload([
          audio,
          ['title', 'Cast'],
          ['author', 'Ignored'],
          ['library', server.library.id],
          ['folder', server.library.folders[0]?.id ?? ''],
        ])
      )[0],
    ).toBe(200);
    expect(filesBelow(server.folder)).toEqual(['Cast/Track.mp3']);
  });

  test.each<[string, () => Part[]]>([
    ['upload-err-body', () => [audio, ['title', 'x']]],
    ['upload-err-library', () => [audio, ['title', 'x'], ['library', 'nope'], ['folder', 'x']]],
    ['upload-err-folder', () => [audio, ['title', 'x'], ['library', server.books.id], ['folder', 'nope']]],
    ['upload-err-no-files', () => [['title', 'x'], ...where()]],
  ])('is refused as recorded in %s and leaves nothing', async (name, parts) => {
    const before = filesBelow(folder);
    expect(await upload(parts())).toEqual(recorded(name));
    expect([filesBelow(folder), waiting()]).toEqual([before, []]);
  });

  test('needs the permission', async () => {
    expect(await upload([audio, ['title', 'x'], ...where()], server.listener)).toEqual(recorded('upload-err-user'));
  });

  test('into a library that the account may not see is refused', async () => {
    const client = await server.account('stranger', 'user', { upload: true, accessAllLibraries: false });
    expect(await upload([audio, ['title', 'x'], ...where()], client)).toEqual([
      403,
      'text/plain; charset=utf-8',
      'Forbidden',
    ]);
  });
});

describe('hostile uploads', () => {
  test.each([
    ['../../../evil.mp3', 'evil.mp3'],
    ['..\\..\\evil.mp3', 'evil.mp3'],
    ['/etc/evil.mp3', 'evil.mp3'],
    ['.hidden.mp3', 'hidden.mp3'],
    ['a\u0000b.mp3', 'a b.mp3'],
  ])('keep a file named %j inside as %j', async (name, kept) => {
    const title = `Names ${(count += 1)}`;
    const status = (await upload([['0', Buffer.from('x'), name], ['title', title], ...where()]))[0];
    expect([status, filesBelow(path.join(folder, title))]).toEqual([200, [kept]]);
  });

  test.each([
    ['title', '../../evil'],
    ['author', '../../evil'],
    ['series', '..\\..\\evil'],
  ])('keep a %s of %j inside the library folder', async (field, value) => {
    const outside = filesBelow(path.dirname(folder)).filter((name) => !name.startsWith(path.basename(folder)));
    const status = (
      await upload([
        audio,
        ...(field === 'title' ? [] : [['title', `Inside ${(count += 1)}`] as const]),
        [field, value],
        ...where(),
      ])
    )[0];
    expect([
      status,
      filesBelow(path.dirname(folder)).filter((name) => !name.startsWith(path.basename(folder))),
    ]).toEqual([200, outside]);
  });

  test.each(['..', '...', '/', '\u0000', 'con'])('with %j as title are refused', async (title) => {
    expect((await upload([audio, ['title', title], ...where()]))[0]).toBe(400);
  });

  test.each(['page.html', 'picture.svg', 'script.js', 'noextension', '.mp3'])(
    'with the file %j are refused',
    async (name) => {
      expect([
        (await upload([audio, ['1', Buffer.from('x'), name], ['title', 'Refused'], ...where()]))[0],
        fs.existsSync(path.join(folder, 'Refused')),
        waiting(),
      ]).toEqual([400, false, []]);
    },
  );

  test('do not follow a link out of the library folder', async () => {
    const outside = fs.mkdtempSync(path.join(path.dirname(folder), 'outside-'));
    fs.symlinkSync(outside, path.join(folder, 'Linked'));
    fs.symlinkSync(path.join(outside, 'not-yet'), path.join(folder, 'Dangling'));
    expect([
      (await upload([audio, ['title', 'x'], ['author', 'Linked'], ...where()]))[0],
      (await upload([audio, ['title', 'Dangling'], ...where()]))[0],
      filesBelow(outside),
    ]).toEqual([400, 400, []]);
    fs.rmSync(path.join(folder, 'Linked'));
    fs.rmSync(path.join(folder, 'Dangling'));
  });

  const raw = (head: string, then: (socket: net.Socket, data: string) => void): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(head));
      let data = '';
      socket
        .setEncoding('utf8')
        .on('data', (text: string) => then(socket, (data += text)))
        .on('close', () => resolve(data.split('\r\n', 1)[0] ?? ''))
        .on('error', reject);
    });
  const headOf = (length: number, token = server.root.token) =>
    `POST /api/upload HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n--b\r\ncontent-disposition: form-data; name="0"; filename="a.mp3"\r\n\r\nxxxx`;

  test('that announce 10 GB are refused before they arrive', async () => {
    expect(await raw(headOf(10 * 1024 ** 3), (socket) => socket.destroy())).toBe('HTTP/1.1 413 Payload Too Large');
    expect(await raw(headOf(10 * 1024 ** 3, 'nobody'), (socket) => socket.destroy())).toBe('HTTP/1.1 401 Unauthorized');
    expect(waiting()).toEqual([]);
  });

  test('that break off leave nothing behind', async () => {
    const done = raw(headOf(1_000_000), () => undefined);
    await vi.waitFor(() => expect(waiting()).toHaveLength(1));
    server.app.server.closeAllConnections();
    await done.catch(() => undefined);
    await vi.waitFor(() => expect(waiting()).toEqual([]));
  });

  test('never replace an existing file, whoever comes first', async () => {
    const into = (text: string): Promise<unknown[]> =>
      upload([
        ['0', Buffer.from(text), 'Track.mp3'],
        ['1', Buffer.from(text), `${text}.mp3`],
        ['title', 'Kept'],
        ...where(),
      ]);
    const answers = await Promise.all([into('first'), into('second'), into('third')]);
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await into('fourth')).toEqual([409, 'text/plain; charset=utf-8', 'There is a file "Track.mp3" already']);
    const winner = fs.readFileSync(path.join(folder, 'Kept', 'Track.mp3'), 'utf8');
    expect(filesBelow(path.join(folder, 'Kept'))).toEqual(['Track.mp3', `${winner}.mp3`].toSorted());
    expect((await upload([['0', Buffer.from('x'), 'TRACK.mp3'], ['title', 'Kept'], ...where()]))[0]).toBe(409);
    expect(waiting()).toEqual([]);
  });

  test('without a form are refused', async () => {
    expect((await server.root.send('POST', '/api/upload', { title: 'x' })).status).toBe(400);
  });
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { demoLibrary } from '../../../server/paths.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { at, listAt } from '../library/support.ts';
import { episodeFile, feedXml, startWeb, type Web } from '../podcasts/support.ts';
import { recordings } from './recorded.ts';

export interface Reply {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
  readonly headers: Headers;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An item of the fixture as its list shows it. */
export interface OurItem {
  readonly id: string;
  readonly libraryId: string;
  readonly title: string;
  readonly json: unknown;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The browser of the recordings. */
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

const copy = (from: string, to: string) => fs.cpSync(from, to, { recursive: true });

/** Folders of the fixture: the demo's books, its ebooks a second time as a library of their own, and its podcast. */
function makeFolders(): { root: string; books: string; ebooks: string; podcasts: string; spare: string } {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-replay-')));
  const folder = (name: string) => path.join(root, name);
  copy(path.join(demoLibrary, 'books'), folder('books'));
  copy(path.join(demoLibrary, 'podcasts'), folder('podcasts'));
  const demo = (name: string) => path.join(demoLibrary, 'books', name);
  copy(demo('Charles Dickens/Carol in Pages'), folder('ebooks/Carol in Pages'));
  copy(demo('Aesop/The Crow and the Pitcher'), folder('ebooks/The Crow and the Pitcher'));
  copy(demo('Lewis Carroll/Alice, A Reader'), folder('ebooks/Alice, A Reader'));
  copy(demo('Charles Dickens/Carol in Pages/Carol in Pages.pdf'), folder('ebooks/Two Formats/Carol.mobi'));
  copy(demo('Lewis Carroll/Alice, A Reader/Alice, A Reader.epub'), folder('ebooks/Two Formats/Alice.epub'));
  copy(demo('Anton Chekhov/The Bet/The Bet.mp3'), folder('books/Loose File.mp3'));
  const bet = demo('Anton Chekhov/The Bet/The Bet.mp3');
  for (let number = 1; number <= 20; number += 1) copy(bet, folder(`books/Spare Author ${number}/Spare ${number}/Spare ${number}.mp3`));
  for (const name of ['Small One', 'Small Two']) copy(bet, folder(`spare/${name}/${name}.mp3`));
  return { root, books: folder('books'), ebooks: folder('ebooks'), podcasts: folder('podcasts'), spare: folder('spare') };
}

/** The services that the recorded server asked on 127.0.0.1: feeds, pictures, a provider, notifications. */
async function startOutside(): Promise<Web> {
  const web = await startWeb();
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#456' } }).jpeg().toBuffer();
  for (const name of ['/author.jpg', '/new-cover.jpg', '/cover.jpg']) web.answer(name, picture, 'image/jpeg');
  const episodes = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => ({ number: first + index, title: `Episode ${first + index}` }));
  web.answer('/fables-daily/feed.xml', feedXml(web.url, 'Fables Daily', episodes(1, 14)));
  web.answer('/gothic-hour/feed.xml', feedXml(web.url, 'Gothic Hour', episodes(1, 4)));
  web.answer('/broken/feed.xml', 'no feed', 'text/plain');
  for (let number = 1; number <= 14; number += 1) web.answer(`/ep${number}.mp3`, episodeFile('01'), 'audio/mpeg');
  const match = {
    title: 'From the custom provider', author: 'Somebody', narrator: 'A Narrator', publisher: 'A House', publishedYear: '1899', description: 'Text', cover: `${web.url}/cover.jpg`, isbn: '1', asin: 'B1',
    genres: ['Classics'], tags: ['provided'], series: [{ series: 'A Series', sequence: '3' }], language: 'English', duration: 600,
  };
  web.handle('/provider/search', (request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ matches: request.url?.includes('zzz') ? [] : [match] }));
  });
  web.answer('/apprise/notify', 'OK', 'text/plain');
  return web;
}

/**
 * The installation against which the recordings are replayed: three libraries and the accounts of the recordings, made by the recorded
 * requests themselves.
 */
export async function startWorld() {
  const folders = makeFolders();
  const web = await startOutside();
  const server: TestServer = await startServer({ bookFolders: [folders.books], podcastFolders: [folders.podcasts], allowPrivateRequests: true });
  const tokens = new Map<string, string>();

  const send = async (as: string, { method, path: target, query = {}, body, headers = {} }: Call): Promise<Reply> => {
    const url = new URL(server.url + target.split('/').map((segment) => encodeURIComponent(decodeURIComponent(segment)).replaceAll('%3F', '?').replaceAll('%3D', '=').replaceAll('%26', '&')).join('/'));
    for (const [key, value] of Object.entries(query)) url.searchParams.append(key, String(value));
    const token = tokens.get(as);
    const isForm = body instanceof FormData;
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { 'user-agent': AGENT, ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined || body === null || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined || body === null ? {} : { body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const type = answer.headers.get('content-type')?.split(';')[0] ?? null;
    return { status: answer.status, type, body: type === 'application/json' && text !== '' ? JSON.parse(text) : text, headers: answer.headers };
  };
  const json = async (method: string, target: string, body?: unknown, as = 'root'): Promise<unknown> => {
    const answer = await send(as, { method, path: target, body });
    if (answer.status >= 300) throw new Error(`${method} ${target} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`);
    return answer.body;
  };
  const recordedBody = (name: string): Record<string, unknown> => {
    const found = recordings.find((recording) => recording.name === name);
    return found?.request.body as Record<string, unknown>;
  };
  const signIn = async (username: string): Promise<void> => {
    const user = server.ctx.store.users.byName(username);
    if (user) tokens.set(username, await server.ctx.tokens.access(user));
  };

  const root = await server.account('root', 'root');
  tokens.set('root', root.token);
  const ebooks = await json('POST', '/api/libraries', { name: 'Ebooks', mediaType: 'book', folders: [{ fullPath: folders.ebooks }] });
  const libraries = { ebooks: String(at(ebooks, 'id')), books: '', podcasts: '' };
  for (const library of server.ctx.store.libraries.all()) {
    if (library.id !== libraries.ebooks) libraries[library.mediaType === 'book' ? 'books' : 'podcasts'] = library.id;
  }
  const scan = (id: string) => server.ctx.scans.scanLibrary(id);
  for (const id of Object.values(libraries)) await scan(id);
  fs.rmSync(path.join(folders.books, 'Oscar Wilde'), { recursive: true });
  await scan(libraries.books);

  for (const name of ['create-admin', 'create-guest', 'create-restricted', 'create-tag-limited']) {
    const body = recordedBody(`users/${name}`);
    await json('POST', '/api/users', name === 'create-restricted' ? { ...body, librariesAccessible: [libraries.ebooks] } : body);
  }
  await json('POST', '/api/users', {
    username: 'user', password: 'userpass', type: 'user', isActive: true, permissions: { createEreader: true, accessExplicitContent: false, download: true, update: false, delete: false, upload: false },
  });
  await json('POST', '/api/users', { username: 'sleeper', password: 'sleeperpass', type: 'user', isActive: false });
  for (const name of ['admin', 'user', 'guest', 'restricted', 'tagged']) await signIn(name);

  await json('POST', '/api/emails/ereader-devices', { ereaderDevices: listAt(recordedBody('emails/ereader-devices'), 'ereaderDevices') });

  const items = async (): Promise<OurItem[]> => {
    const all = await Promise.all(Object.values(libraries).map((id) => json('GET', `/api/libraries/${id}/items`)));
    return all.flatMap((page) => listAt(page, 'results')).map((entry) => ({
      id: String(at(entry, 'id')), libraryId: String(at(entry, 'libraryId')), title: String(at(entry, 'media', 'metadata', 'title')), json: entry,
    }));
  };
  return {
    server, web, folders, libraries, send, json, items, signIn, tokens,
    stop: async () => {
      await server.stop();
      await web.stop();
      fs.rmSync(folders.root, { recursive: true, force: true });
    },
  };
}

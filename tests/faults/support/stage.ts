import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, ROOT, untilScanned, type Account, type ServerApi } from '../../e2e/support/demo.ts';
import { remove, type DemoFolder } from '../../e2e/support/demo-folder.ts';
import { countedSeconds } from '../../e2e/support/heard.ts';
import { bookLibrary, booksOf, type Book } from '../../e2e/support/library.ts';
import { startServer, type EmbeddedServer, type ServerOptions } from '../../e2e/support/server.ts';
import { createWatch, type Watch } from '../../e2e/support/watch.ts';
import { PLAIN_HOST, startDevice, type Device } from './device.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';
import type { Sounded } from './meter.ts';
import { startRig } from './rig.ts';

/** Position of a listener who has started before, in seconds. */
export const START_S = 5;

/** Options at the start of a history. */
export interface Setup {
  /** The book was never played. */
  readonly isNew: boolean;
  /** The book was played to its end. */
  readonly isFinished: boolean;
  /** Plain http under a name: no Web Locks. */
  readonly isPlain: boolean;
  /** The browser can play none of the files: all sound comes as a stream. */
  readonly isStream: boolean;
  /** Seconds that an access token lives. */
  readonly tokenExpiry: number | null;
}

/** The meters' data of one book. Seconds. */
export interface Heard {
  seconds: number;
  /** The newest position: where the sound was last, or was moved to. */
  time: number;
  /** The sound is exactly there. */
  isExact: boolean;
}

/** Servers, proxy, browsers and their played time. */
export interface Stage {
  readonly setup: Setup;
  readonly proxy: FaultyProxy;
  /** The server's process; null: it runs elsewhere. */
  readonly server: EmbeddedServer | null;
  /** The server past proxy and browser. */
  readonly api: ServerApi;
  readonly url: string;
  readonly account: Account;
  readonly watch: Watch;
  readonly books: readonly Book[];
  /** The current book. */
  book: Book;
  readonly devices: Device[];
  device: Device;
  readonly heard: Map<string, Heard>;
  /** Start of the last shown page of an ebook; null: none. */
  page: string | null;
  /** Seconds that the server had counted for a book before. */
  readonly counted: ReadonlyMap<string, number>;
  /** Fastest playback rate so far. */
  rate: number;
  /** Faults besides seconds and positions. */
  readonly problems: string[];
  /** Killed browser processes, and pages that ended while playing. */
  crashes: number;
  ends: number;
  addDevice(): Promise<Device>;
  newestOf(book: Book): Heard;
  close(): Promise<void>;
}

/** @param where `emb`, `rig`, or the address of a server with {@link ROOT} or `FAULTS_ACCOUNT` */
export async function startStage(where: string, setup: Setup, demoFolder: DemoFolder): Promise<Stage> {
  const account = accountOf(process.env['FAULTS_ACCOUNT']);
  const ends: (() => unknown)[] = [];
  const own = where === 'emb' || where === 'rig';
  const options: ServerOptions = setup.tokenExpiry === null ? {} : { accessTokenExpiry: setup.tokenExpiry };
  const server = own ? await startOwn(demoFolder, options) : await startFront(where);
  ends.push(() => server.stop());
  const rig = where === 'rig' ? await startRig(server.url) : null;
  if (rig) ends.push(() => rig.close());
  const proxy = await startFaultyProxy(rig?.url ?? server.url, setup.isStream);
  ends.push(() => proxy.relay.close());
  const api = await connectAgain(rig?.url ?? server.url, account);
  const url = setup.isPlain ? proxy.relay.url.replace('127.0.0.1', PLAIN_HOST) : proxy.relay.url;
  const watch = createWatch();
  const books = await twoBooks(api, setup);
  const counted = new Map<string, number>();
  for (const book of books) {
    await prepare(api, book, setup);
    counted.set(book.id, await countedSeconds(api, book.id));
  }

  const heard = new Map<string, Heard>();
  const onSound = ({ path: played, time, seconds }: Sounded) => {
    const itemId = proxy.itemOf(played);
    if (itemId === undefined) return;
    const before = heard.get(itemId) ?? { seconds: 0, time: START_S };
    heard.set(itemId, { seconds: before.seconds + seconds, time: time ?? before.time, isExact: false });
  };
  const addDevice = async () => {
    const device = await startDevice({ url, account, watch, onSound });
    stage.devices.push(device);
    stage.device = device;
    return device;
  };
  const stage: Stage = {
    setup,
    proxy,
    server: own ? server : null,
    api,
    url,
    account,
    watch,
    books,
    book: books[0] as Book,
    devices: [],
    device: null as unknown as Device,
    heard,
    page: null,
    counted,
    rate: 1,
    problems: [],
    crashes: 0,
    ends: 0,
    addDevice,
    newestOf: ({ id }) => heard.get(id) ?? { seconds: 0, time: setup.isNew ? 0 : START_S, isExact: true },
    async close() {
      if (own) resume(server);
      for (const device of stage.devices) await device.close();
      for (const end of ends.toReversed()) await end();
    },
  };
  await addDevice();
  return stage;
}

/** A stopped process continues. */
export function resume(server: EmbeddedServer): void {
  try {
    process.kill(server.pid, 'SIGCONT');
  } catch {
    // It was killed.
  }
}

async function startOwn(demoFolder: DemoFolder, options: ServerOptions): Promise<EmbeddedServer> {
  const startedAt = Date.now();
  const server = await startServer(await demoFolder.fresh(), { allowHost: PLAIN_HOST });
  await untilScanned(server, startedAt);
  if (options.accessTokenExpiry !== undefined) await server.restart(options);
  return server;
}

/** Serves the client in front of an existing server. */
async function startFront(upstream: string): Promise<EmbeddedServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'earmark-faults-front-'));
  const front = await startServer(folder, { demo: false, upstream, allowHost: PLAIN_HOST });
  return {
    ...front,
    async stop() {
      await front.stop();
      remove(folder);
    },
  };
}

/** As another device, also after its token has expired. */
async function connectAgain(url: string, account: Account): Promise<ServerApi> {
  const sign = () => connect({ url } as EmbeddedServer, account);
  const first = await sign();
  return {
    ...first,
    call: async (...args) => {
      try {
        return await first.call(...args);
      } catch (cause) {
        if (!/: 401/.test(String(cause))) throw cause;
        return (await sign()).call(...args);
      }
    },
  };
}

/** The longest of one file; for streams, those that the server can stream without an encoder. */
async function twoBooks(api: ServerApi, { isStream }: Setup): Promise<Book[]> {
  const books = (await booksOf(api, await bookLibrary(api))).filter(({ media }) => media.numTracks === 1);
  const isWanted = async ({ id }: Book) => {
    if (!isStream) return true;
    const { media } = (await api.call('GET', `/api/items/${id}?expanded=1`)) as {
      media: { tracks: { mimeType: string }[] };
    };
    return media.tracks[0]?.mimeType === 'audio/mpeg';
  };
  const wanted = await Promise.all(books.map(isWanted));
  return books
    .filter((_, at) => wanted[at])
    .sort((one, other) => other.media.duration - one.media.duration)
    .slice(0, 2);
}

async function prepare(api: ServerApi, { id, media: { duration } }: Book, setup: Setup): Promise<void> {
  const { mediaProgress } = (await api.call('GET', '/api/me')) as {
    mediaProgress: { id: string; libraryItemId: string }[];
  };
  for (const row of mediaProgress) if (row.libraryItemId === id) await api.call('DELETE', `/api/me/progress/${row.id}`);
  if (setup.isNew) return;
  const at = setup.isFinished ? { isFinished: true } : { currentTime: START_S, progress: START_S / duration };
  await api.call('PATCH', `/api/me/progress/${id}`, { duration, ...at });
}

function accountOf(text: string | undefined): Account {
  if (text === undefined) return ROOT;
  const [username = '', password = ''] = text.split(':');
  return { username, password };
}

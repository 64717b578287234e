import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startWeb, type Web } from '../../support/web.ts';
import { episodeFile, feedXml } from '../podcasts/support.ts';
import { at, listAt, startHousehold, type LibraryServer } from './support.ts';

/** An edit of an item, and a check that it was stored. Each round is one of its kind, by its number. */
interface Edit {
  /** Prepares the edit. */
  prepare?(round: string): Promise<unknown>;
  run(round: string): Promise<unknown>;
  isThere(item: unknown, round: string): boolean;
}

let server: LibraryServer;
let web: Web;
let folder: string;
const SLOW_MS = 60;

beforeAll(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-pairs-')));
  server = await startHousehold(folder, { allowPrivateRequests: true });
  web = await startWeb();
  const picture = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#456' } })
    .png()
    .toBuffer();
  // Outside requests are slow: changes made meanwhile must survive.
  serveSlowly('/slow.png', () => picture, 'image/png');
});
afterAll(async () => {
  await server.stop();
  await web.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

function serveSlowly(at: string, body: () => string | Buffer, type: string): void {
  web.handle(at, (_request, response) => {
    setTimeout(() => response.setHeader('content-type', type).end(body()), SLOW_MS);
  });
}
const send = (method: string, target: string, body?: unknown) => server.call(target, { method, body });
const itemBy = (condition: string): string =>
  server.ctx.store.database.get<{ id: string }>(`SELECT id FROM libraryItems WHERE ${condition}`)?.id ?? '';
const expanded = async (id: string): Promise<unknown> => (await server.call(`/api/items/${id}?expanded=1`)).body;
const rescan = (id: string): Promise<unknown> => server.ctx.scans.scanItem(id);

function sharedEdits(id: string): Record<string, Edit> {
  const media = (body: unknown) => send('PATCH', `/api/items/${id}/media`, body);
  const noteOf = (round: string) => `note ${round}.txt`;
  return {
    tags: {
      run: (round) => media({ tags: ['keep', `t${round}`] }),
      isThere: (item, round) => listAt(item, 'media', 'tags').includes(`t${round}`),
    },
    cover: {
      run: async (round) => {
        await send('DELETE', `/api/items/${id}/cover`);
        return send('POST', `/api/items/${id}/cover`, { url: `${web.url}/slow.png?${round}` });
      },
      isThere: (item) => String(at(item, 'media', 'coverPath')).endsWith('cover.png'),
    },
    'tag of all': {
      run: async (round) => {
        await media({ tags: ['keep', `t${round}`, `old${round}`] });
        return send('POST', '/api/tags/rename', { tag: `old${round}`, newTag: `new${round}` });
      },
      isThere: (item) => listAt(item, 'media', 'tags').includes('keep'),
    },
    'file removed': {
      prepare: async (round) => {
        fs.writeFileSync(path.join(String(at(await expanded(id), 'path')), noteOf(round)), 'x');
        await rescan(id);
      },
      run: async (round) => {
        const file = listAt(await expanded(id), 'libraryFiles').find(
          (entry) => at(entry, 'metadata', 'filename') === noteOf(round),
        );
        if (!file) throw new Error('No note');
        return send('DELETE', `/api/items/${id}/file/${String(at(file, 'ino'))}`);
      },
      isThere: (item, round) =>
        listAt(item, 'libraryFiles').every((entry) => at(entry, 'metadata', 'filename') !== noteOf(round)),
    },
    rescan: {
      run: async () => server.ctx.scans.scanLibrary(String(at(await expanded(id), 'libraryId')), { force: true }),
      isThere: (item) => at(item, 'isMissing') === false,
    },
  };
}

/** The edits that are lost after both were made at the same time, by round. */
async function lostOf(
  id: string,
  edits: Record<string, Edit>,
  [one, other]: readonly string[],
  rounds: readonly string[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const round of rounds) {
    const names = [one, other].map((name = '') => [name, edits[name]] as const);
    const inOrder = Number(round) % 2 === 0 ? names : names.toReversed();
    for (const [, edit] of inOrder) await edit?.prepare?.(round);
    await Promise.all(inOrder.map(([, edit]) => edit?.run(round)));
    const item = await expanded(id);
    lost.push(...names.filter(([, edit]) => edit?.isThere(item, round) !== true).map(([name]) => `${name} ${round}`));
  }
  return lost;
}
/** Every name with every later one. */
const pairsOf = (names: readonly string[]) =>
  names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));
/** Two rounds for each pair, in either order. */
const roundsOf = (pairs: readonly (readonly [string, string])[], one: string, other: string): string[] =>
  [1, 2].map((number) => String(pairs.findIndex(([a, b]) => a === one && b === other) * 2 + number));

describe('edits of a book', () => {
  const pairs = pairsOf([
    'metadata',
    'chapters',
    'tracks',
    'author',
    'ebook',
    'tags',
    'cover',
    'tag of all',
    'file removed',
    'rescan',
  ]);
  let id: string;
  let edits: Record<string, Edit>;

  beforeAll(async () => {
    id = itemBy("numTracks >= 3 AND mediaType = 'book'");
    const before = await expanded(id);
    fs.copyFileSync(ebookOfDemo(), path.join(String(at(before, 'path')), 'one.epub'));
    fs.copyFileSync(ebookOfDemo(), path.join(String(at(before, 'path')), 'two.epub'));
    await rescan(id);
    const order = listAt(before, 'media', 'audioFiles').map((file) => String(at(file, 'ino')));
    const wantedOrder = (round: string) => [
      ...order.slice(Number(round) % order.length),
      ...order.slice(0, Number(round) % order.length),
    ];
    const authorId = () =>
      server.ctx.store.database.get<{ authorId: string }>('SELECT authorId FROM bookAuthors WHERE itemId = ?', id)
        ?.authorId;
    const wantedEbook = (round: string) => (Number(round) % 2 === 0 ? 'one.epub' : 'two.epub');
    edits = {
      ...sharedEdits(id),
      metadata: {
        run: (round) => send('PATCH', `/api/items/${id}/media`, { metadata: { subtitle: `s${round}` } }),
        isThere: (book, round) => at(book, 'media', 'metadata', 'subtitle') === `s${round}`,
      },
      chapters: {
        run: (round) =>
          send('POST', `/api/items/${id}/chapters`, { chapters: [{ start: 0, end: 5, title: `c${round}` }] }),
        isThere: (book, round) => at(book, 'media', 'chapters', 0, 'title') === `c${round}`,
      },
      tracks: {
        run: (round) =>
          send('PATCH', `/api/items/${id}/tracks`, {
            orderedFileData: wantedOrder(round).map((ino) => ({ ino, exclude: false })),
          }),
        isThere: (book, round) =>
          listAt(book, 'media', 'audioFiles')
            .map((file) => at(file, 'ino'))
            .join() === wantedOrder(round).join(),
      },
      author: {
        run: (round) => send('PATCH', `/api/authors/${authorId()}`, { name: `Author ${round}` }),
        isThere: (book, round) => at(book, 'media', 'metadata', 'authors', 0, 'name') === `Author ${round}`,
      },
      ebook: {
        run: async (round) => {
          const book = await expanded(id);
          if (at(book, 'media', 'ebookFile', 'metadata', 'filename') === wantedEbook(round)) return;
          const file = listAt(book, 'libraryFiles').find(
            (entry) => at(entry, 'metadata', 'filename') === wantedEbook(round),
          );
          await send('PATCH', `/api/items/${id}/ebook/${String(at(file, 'ino'))}/status`);
        },
        isThere: (book, round) => at(book, 'media', 'ebookFile', 'metadata', 'filename') === wantedEbook(round),
      },
    };
  });

  test.each(pairs)('%s and %s at the same time: both are stored', async (one, other) => {
    expect(await lostOf(id, edits, [one, other], roundsOf(pairs, one, other))).toEqual([]);
  });
});

describe('edits of a podcast', () => {
  const pairs = pairsOf([
    'metadata',
    'options',
    'episode',
    'episode removed',
    'episode loaded',
    'episodes matched',
    'feed checked',
    'tags',
    'cover',
    'tag of all',
    'file removed',
    'rescan',
  ]);
  let id: string;
  let edits: Record<string, Edit>;

  beforeAll(async () => {
    id = itemBy("numTracks >= 3 AND mediaType = 'podcast'");
    const podcast = await expanded(id);
    const [edited, matched] = listAt(podcast, 'media', 'episodes').map((episode) => String(at(episode, 'id')));
    const place = String(at(podcast, 'path'));
    const episodes = (item: unknown) => listAt(item, 'media', 'episodes');
    const episodeBy = (item: unknown, episodeId: string | undefined) =>
      episodes(item).find((episode) => at(episode, 'id') === episodeId);
    const nameOf = (episode: unknown) => String(at(episode, 'audioFile', 'metadata', 'filename'));
    const extra = (round: string) => `extra ${round}.mp3`;
    let subtitle = '';
    const matchedTitle = String(at(episodeBy(podcast, matched), 'title'));
    serveSlowly('/episode.mp3', () => episodeFile('07'), 'audio/mpeg');
    serveSlowly(
      '/feed.xml',
      () => feedXml(web.url, 'Feed', [{ number: 1, title: matchedTitle }]).replace('Subtitle 1', subtitle),
      'text/xml',
    );
    await send('PATCH', `/api/items/${id}/media`, { metadata: { feedUrl: `${web.url}/feed.xml` } });
    let checkedFrom = 0;
    edits = {
      ...sharedEdits(id),
      metadata: {
        run: (round) => send('PATCH', `/api/items/${id}/media`, { metadata: { language: `l${round}` } }),
        isThere: (item, round) => at(item, 'media', 'metadata', 'language') === `l${round}`,
      },
      options: {
        run: (round) => send('PATCH', `/api/items/${id}/media`, { maxNewEpisodesToDownload: 100 + Number(round) }),
        isThere: (item, round) => at(item, 'media', 'maxNewEpisodesToDownload') === 100 + Number(round),
      },
      episode: {
        run: (round) => send('PATCH', `/api/podcasts/${id}/episode/${edited}`, { title: `e${round}` }),
        isThere: (item, round) => at(episodeBy(item, edited), 'title') === `e${round}`,
      },
      'episode removed': {
        prepare: async (round) => {
          fs.writeFileSync(path.join(place, extra(round)), episodeFile('05'));
          await rescan(id);
        },
        run: async (round) => {
          const episode = episodes(await expanded(id)).find((entry) => nameOf(entry) === extra(round));
          if (!episode) throw new Error('No episode');
          return send('DELETE', `/api/podcasts/${id}/episode/${String(at(episode, 'id'))}?hard=1`);
        },
        isThere: (item, round) => episodes(item).every((episode) => nameOf(episode) !== extra(round)),
      },
      'episode loaded': {
        run: async (round) => {
          const enclosure = { url: `${web.url}/episode.mp3?${round}`, type: 'audio/mpeg', length: '1' };
          await send('POST', `/api/podcasts/${id}/download-episodes`, [{ title: `d${round}`, enclosure }]);
          await vi.waitUntil(() => !server.ctx.downloads.current(), { timeout: 10_000, interval: 5 });
        },
        isThere: (item, round) => episodes(item).some((episode) => at(episode, 'title') === `d${round}`),
      },
      'episodes matched': {
        prepare: async (round) => void (subtitle = `m${round}`),
        run: () => send('POST', `/api/podcasts/${id}/match-episodes?override=1`),
        isThere: (item, round) => at(episodeBy(item, matched), 'subtitle') === `m${round}`,
      },
      'feed checked': {
        run: async () => {
          checkedFrom = Date.now();
          await send('GET', `/api/podcasts/${id}/checknew?limit=1`);
        },
        isThere: (item) => Number(at(item, 'media', 'lastEpisodeCheck')) >= checkedFrom,
      },
    };
  });

  test.each(pairs)('%s and %s at the same time: both are stored', async (one, other) => {
    expect(await lostOf(id, edits, [one, other], roundsOf(pairs, one, other))).toEqual([]);
  });
});

function ebookOfDemo(): string {
  const books = path.join(folder, 'books');
  const name = fs.readdirSync(books, { recursive: true, encoding: 'utf8' }).find((file) => file.endsWith('.epub'));
  return path.join(books, name ?? '');
}

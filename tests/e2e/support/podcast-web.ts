import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { startWeb } from '../../support/web.ts';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`feeds/${name}`, import.meta.url)));
/** The recorded feeds name this address as theirs. */
const RECORDED = 'http://127.0.0.1:18081';

const folder = fileURLToPath(new URL('../../../server/demo/library/podcasts/Fables Daily/', import.meta.url));
const sound = readFileSync(path.join(folder, readdirSync(folder).find((name) => name.endsWith('.mp3')) ?? ''));

type FeedName =
  | 'gothic-hour'
  | 'fables-daily'
  | 'new'
  | 'fables'
  | 'hostile'
  | 'broken'
  | 'large'
  | 'bomb'
  | 'endless'
  | 'circle'
  | 'outside';

/** More than any feed has, in bytes. */
const LARGE_FEED = 20_000_000;
const BOMB = 100_000_000;

/** Feeds of podcasts, their files, and a stand-in for the public directory that lists them, on this machine. */
export interface PodcastWeb {
  readonly url: string;
  /**
   * Address of a feed; `fables` has the requested number of episodes. `broken` is none, `large` has 20 MB, `bomb` 100
   * MB that are small while packed, `endless` does not end, `circle` leads to itself and `outside` to a file of the
   * server.
   */
  feed(name: FeedName): string;
  /** Answers the requested files of `fables`, and from now on all: until then downloads are pending. */
  release(): void;
  /** Answers one file of `fables`: the oldest pending request, or the next one. */
  releaseOne(): void;
  stop(): Promise<void>;
}

const NASTY = '<script>document.title="hacked"</script><img src=x onerror="document.title=1">';

/** A feed with what a feed should not have. */
const hostile = (origin: string): string => {
  const item = (title: string, more: string) =>
    `<item><title><![CDATA[${title}]]></title><guid>same</guid><description><![CDATA[${NASTY}]]></description>${more}</item>`;
  const sound = `<enclosure url="${origin}/a.mp3" length="1" type="audio/mpeg"/>`;
  return `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <title>Odd feed</title><description><![CDATA[${NASTY}]]></description>
    ${item(NASTY, `<pubDate>the day before</pubDate>${sound}`)}
    ${item('Far away', `<pubDate>Sat, 01 Jan 275761 00:00:00 GMT</pubDate>${sound}`)}
    ${item('Without sound', '')}</channel></rss>`;
};

/** Results of every search; the last one has no feed. */
const results = (origin: string) => ({
  results: [
    { collectionId: 1, collectionName: 'Fables Daily', feedUrl: `${origin}/fables-daily.xml`, trackCount: 14 },
    {
      collectionId: 2,
      collectionName: 'The Gothic Hour',
      artistName: 'Edgar & Friends',
      genres: ['Drama', 'Fiction'],
      trackExplicitness: 'explicit',
      feedUrl: `${origin}/gothic-hour.xml`,
      trackCount: 4,
    },
    { collectionId: 3, collectionName: 'A broken one', feedUrl: `${origin}/broken.xml` },
    { collectionId: 4, collectionName: 'A new one', feedUrl: `${origin}/new.xml` },
    { collectionId: 5, collectionName: 'Without a feed' },
  ],
});

/** An episode of `fables`, on a day from June 2030 on: after all of the demo. */
const fable = (origin: string, number: number): string => `<item><title>New fable ${number}</title>
  <guid isPermaLink="false">new-${number}</guid><pubDate>${new Date(Date.UTC(2030, 5, number, 8)).toUTCString()}</pubDate>
  <itunes:season>9</itunes:season><itunes:episode>${number}</itunes:episode>
  <itunes:subtitle>Subtitle ${number}</itunes:subtitle><description><![CDATA[<p>Notes ${number}</p>]]></description>
  <enclosure url="${origin}/fables/${number}.mp3" length="${sound.length}" type="audio/mpeg"/></item>`;

const fables = (origin: string, count: number): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <title>Fables</title><description>Fables</description>
    ${Array.from({ length: count }, (_, index) => fable(origin, count - index)).join('\n')}</channel></rss>`;

/** @param count episodes of the feed `fables` */
export async function startPodcastWeb(count = 0): Promise<PodcastWeb> {
  let waiting: ServerResponse[] | null = [];
  let ahead = 0;
  const web = await startWeb();
  const recorded = (name: string) => read(name).toString().replaceAll(RECORDED, web.url);
  const send = (response: ServerResponse) => void response.setHeader('content-type', 'audio/mpeg').end(sound);
  const hold = (_request: IncomingMessage, response: ServerResponse) => {
    if (waiting && ahead === 0) return void waiting.push(response);
    ahead = Math.max(0, ahead - 1);
    send(response);
  };
  web.answer('/search', JSON.stringify(results(web.url)), 'application/json');
  web.answer('/gothic-hour.xml', recorded('gothic-hour.xml'));
  web.answer('/fables-daily.xml', recorded('fables-daily.xml'));
  web.answer('/new.xml', recorded('gothic-hour.xml').replace('The Gothic Hour', 'A new one'));
  web.answer('/hostile.xml', hostile(web.url));
  web.answer('/broken.xml', '<html><body>There was a podcast here</body></html>');
  web.handle('/large.xml', (_request, response) => void response.end(hostile(web.url).padEnd(LARGE_FEED)));
  web.handle('/bomb.xml', (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(BOMB, ' ')));
  });
  web.handle('/endless.xml', (_request, response) => {
    const piece = Buffer.from(hostile(web.url).padEnd(1_000_000));
    const pour = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', pour);
    pour();
  });
  const lead = (from: string, location: string) =>
    web.handle(from, (_request, response) => void response.writeHead(302, { location }).end());
  lead('/circle.xml', '/circle.xml');
  lead('/outside.xml', 'file:///etc/passwd');
  web.answer('/fables.xml', fables(web.url, count));
  for (const name of ['gothic-hour', 'fables-daily']) web.answer(`/${name}/cover.jpg`, read('cover.jpg'), 'image/jpeg');
  for (let number = 1; number <= count; number += 1) web.handle(`/fables/${number}.mp3`, hold);
  return {
    url: web.url,
    feed: (name) => `${web.url}/${name}.xml`,
    release() {
      for (const response of waiting ?? []) send(response);
      waiting = null;
    },
    releaseOne() {
      const first = waiting?.shift();
      if (first) send(first);
      else ahead += 1;
    },
    stop: () => web.stop(),
  };
}

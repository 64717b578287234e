import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`feeds/${name}`, import.meta.url)));
/** Where the recorded feeds say that they are. */
const RECORDED = 'http://127.0.0.1:18081';

/** Feeds of podcasts, and a stand-in for the public directory that lists them, on this machine. */
export interface PodcastWeb {
  readonly url: string;
  /** Address of a feed: `gothic-hour`, `fables-daily`, `new`,`hostile`, or one that is none: `broken`. */
  feed(name: string): string;
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

/** Found whatever is searched for; the last one has no feed. */
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

export async function startPodcastWeb(): Promise<PodcastWeb> {
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const xml = (text: string) => void response.setHeader('content-type', 'text/xml').end(text);
    switch (new URL(request.url ?? '/', origin).pathname) {
      case '/search':
        return void response.setHeader('content-type', 'application/json').end(JSON.stringify(results(origin)));
      case '/gothic-hour.xml':
        return xml(read('gothic-hour.xml').toString().replaceAll(RECORDED, origin));
      case '/fables-daily.xml':
        return xml(read('fables-daily.xml').toString().replaceAll(RECORDED, origin));
      case '/new.xml':
        return xml(
          read('gothic-hour.xml').toString().replaceAll(RECORDED, origin).replace('The Gothic Hour', 'A new one'),
        );
      case '/hostile.xml':
        return xml(hostile(origin));
      case '/broken.xml':
        return xml('<html><body>There was a podcast here</body></html>');
      case '/gothic-hour/cover.jpg':
      case '/fables-daily/cover.jpg':
        return void response.setHeader('content-type', 'image/jpeg').end(read('cover.jpg'));
      default:
        return void response.writeHead(404).end('no');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    feed: (name) => `${url}/${name}.xml`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

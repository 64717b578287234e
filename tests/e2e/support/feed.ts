import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../server/demo/library/podcasts/Fables Daily/', import.meta.url));
const sound = readFileSync(path.join(folder, readdirSync(folder).find((name) => name.endsWith('.mp3')) ?? ''));

/** A podcast's feed and its files on this machine. The files wait for `release`, so that downloads can be looked at. */
export interface FeedServer {
  readonly url: string;
  /** Answers the files that were asked for, and from now on all. */
  release(): void;
  stop(): Promise<void>;
}

const item = (origin: string, number: number): string => `<item><title>New fable ${number}</title>
  <guid isPermaLink="false">new-${number}</guid><pubDate>${new Date(Date.UTC(2030, 5, number, 8)).toUTCString()}</pubDate>
  <itunes:season>9</itunes:season><itunes:episode>${number}</itunes:episode>
  <itunes:subtitle>Subtitle ${number}</itunes:subtitle><description><![CDATA[<p>Notes ${number}</p>]]></description>
  <enclosure url="${origin}/${number}.mp3" length="${sound.length}" type="audio/mpeg"/></item>`;

/** @param count episodes of the feed, one for each of the days from June 2030 on, after all of the demo */
export async function startFeed(count: number): Promise<FeedServer> {
  let waiting: ServerResponse[] | null = [];
  const send = (response: ServerResponse) => void response.setHeader('content-type', 'audio/mpeg').end(sound);
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.url?.endsWith('.mp3')) {
      if (waiting) waiting.push(response);
      else send(response);
      return;
    }
    const items = Array.from({ length: count }, (_, index) => item(origin, count - index)).join('\n');
    response
      .setHeader('content-type', 'text/xml')
      .end(
        `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>` +
          `<title>Fables</title><description>Fables</description>${items}</channel></rss>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml`,
    release() {
      for (const response of waiting ?? []) send(response);
      waiting = null;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

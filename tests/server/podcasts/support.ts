import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ServerConfig } from '../../../server/config.ts';
import type { Announcement } from '../../../server/events/events.ts';
import type { Library } from '../../../server/store/libraries.repo.ts';
import { startServer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { startWeb, type Web } from '../../support/web.ts';

const demo = path.resolve('server/demo/library');
export const episodeFile = (number: string): Buffer => {
  const folder = path.join(demo, 'podcasts', 'Fables Daily');
  return fs.readFileSync(
    path.join(folder, fs.readdirSync(folder).find((name) => name.startsWith(`${number} - `)) ?? ''),
  );
};

export interface FeedEntry {
  readonly number: number;
  readonly title: string;
  readonly more?: string;
  readonly url?: string;
}

/** Episode `number` is published on that day of January 2024 at 08:30. */
export const publishedAt = (number: number): number => Date.UTC(2024, 0, number, 8, 30);

/** A feed in the form of the recordings. */
export function feedXml(origin: string, title: string, episodes: readonly FeedEntry[], more = ''): string {
  const items = episodes.map(
    ({
      number,
      title: name,
      more: extra = '',
      url = `${origin}/ep${number}.mp3`,
    }) => `<item><title>${name}</title><guid isPermaLink="false">guid-${number}</guid>
    <pubDate>${new Date(publishedAt(number)).toUTCString()}</pubDate><itunes:season>1</itunes:season><itunes:episode>${number}</itunes:episode><itunes:episodeType>full</itunes:episodeType>
    <itunes:explicit>false</itunes:explicit><itunes:author>The Aesop Players</itunes:author><itunes:subtitle>Subtitle ${number}</itunes:subtitle><itunes:duration>00:00:18</itunes:duration>
    <description><![CDATA[<p>About <strong>${name}</strong>.</p>]]></description>${extra}<enclosure url="${url}" length="1000" type="audio/mpeg"/></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters"><channel>
  <title>${title}</title><link>https://example.com/x</link><language>en-us</language><itunes:author>The Aesop Players</itunes:author><itunes:type>episodic</itunes:type><itunes:explicit>false</itunes:explicit>
  <itunes:image href="${origin}/cover.jpg"/><itunes:category text="Arts"><itunes:category text="Books"/></itunes:category><itunes:category text="Kids &amp; Family"/>
  <description><![CDATA[<p>A podcast called <em>${title}</em>.</p>]]></description>${more}
  ${items.join('\n')}</channel></rss>`;
}

export interface PodcastServer extends TestServer {
  readonly web: Web;
  readonly root: TestClient;
  readonly listener: TestClient;
  /** The only podcast library, and its folder on disk. */
  readonly library: Library;
  readonly folder: string;
  readonly books: Library;
  readonly announcements: Announcement[];
}

/**
 * A server with an empty podcast library, a library of one book, and a web server to load from (allowed by default).
 */
export async function startPodcasts(options: Partial<ServerConfig> = {}): Promise<PodcastServer> {
  const web = await startWeb();
  const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-podcasts-')));
  const [folder, books] = [path.join(place, 'podcasts'), path.join(place, 'books')];
  fs.mkdirSync(folder);
  fs.cpSync(path.join(demo, 'books', 'Anton Chekhov'), path.join(books, 'Anton Chekhov'), { recursive: true });
  const server = await startServer({
    podcastFolders: [folder],
    bookFolders: [books],
    allowPrivateRequests: true,
    ...options,
  });
  const announcements: Announcement[] = [];
  server.ctx.events.subscribe((announcement) => announcements.push(announcement));
  const libraries = server.ctx.store.libraries.all();
  const libraryOf = (mediaType: string): Library => {
    const library = libraries.find((entry) => entry.mediaType === mediaType);
    if (!library) throw new Error(`No ${mediaType} library`);
    return library;
  };
  for (const { id } of libraries) await server.ctx.scans.scanLibrary(id);
  announcements.splice(0);
  return {
    ...server,
    web,
    folder,
    announcements,
    library: libraryOf('podcast'),
    books: libraryOf('book'),
    root: await server.account('root', 'root'),
    listener: await server.account('listener', 'user', { update: false, delete: false }),
    stop: async () => {
      await server.stop();
      await web.stop();
      fs.rmSync(place, { recursive: true, force: true });
    },
  };
}

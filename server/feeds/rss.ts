import { writeXml, type XmlNode } from '../http/xml.ts';
import type { Feed, FeedEpisode } from './feeds.repo.ts';

const NAMESPACES = {
  '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  '@xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  '@xmlns:atom': 'http://www.w3.org/2005/Atom',
  '@xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  '@xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
  '@xmlns:googleplay': 'http://www.google.com/schemas/play-podcasts/1.0',
};

/** The feed as RSS 2.0 with iTunes tags. `origin` is the address of this server for podcast apps. */
export function rssOf(feed: Feed, origin: string): string {
  const { meta } = feed;
  const at = (path: string) => origin + path;
  const hasOwner = Boolean(meta.ownerName || meta.ownerEmail);
  const channel = {
    title: meta.title,
    description: meta.description ?? meta.title,
    link: at(meta.link),
    image: { url: at(meta.imageUrl), title: meta.title, link: at(meta.link) },
    generator: 'Earmark',
    lastBuildDate: new Date(feed.updatedAt).toUTCString(),
    'atom:link': { '@href': at(meta.feedUrl), '@rel': 'self', '@type': 'application/rss+xml' },
    language: meta.language ?? 'en',
    'itunes:author': meta.author,
    'itunes:type': meta.type,
    'itunes:image': { '@href': at(meta.imageUrl) },
    'itunes:explicit': String(meta.explicit),
    ...(hasOwner ? { 'itunes:owner': { 'itunes:name': meta.ownerName, 'itunes:email': meta.ownerEmail } } : {}),
    ...(meta.preventIndexing ? { 'itunes:block': 'yes', 'googleplay:block': 'yes' } : {}),
    item: feed.episodes.map((episode) => itemOf(episode, at)),
  };
  return writeXml({ rss: { '@version': '2.0', ...NAMESPACES, channel } });
}

function itemOf(episode: FeedEpisode, at: (path: string) => string): XmlNode {
  const { enclosure } = episode;
  const optional = (name: string, value: string | null) => (value === null ? {} : { [name]: value });
  return {
    title: episode.title,
    ...optional('description', episode.description || null),
    link: at(episode.link),
    guid: { '@isPermaLink': 'false', '#text': at(enclosure.url) },
    'dc:creator': episode.author,
    pubDate: episode.pubDate,
    enclosure: { '@url': at(enclosure.url), '@length': String(enclosure.size), '@type': enclosure.type },
    'itunes:author': episode.author,
    'itunes:duration': String(Math.round(episode.duration)),
    'itunes:explicit': String(episode.explicit),
    ...optional('itunes:season', episode.season),
    ...optional('itunes:episode', episode.episode),
    ...optional('itunes:episodeType', episode.episodeType),
  };
}

import type { Feed, FeedEpisode } from './feeds.repo.ts';

const NAMESPACES = {
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
  'xmlns:googleplay': 'http://www.google.com/schemas/play-podcasts/1.0',
};

/** The feed as RSS 2.0 with the iTunes tags. `origin` is where podcast apps reach this server. */
export function rssOf(feed: Feed, origin: string): string {
  const { meta } = feed;
  const at = (path: string) => origin + path;
  const owner = meta.ownerName || meta.ownerEmail ? tag('itunes:owner', {}, tag('itunes:name', {}, text(meta.ownerName)) + tag('itunes:email', {}, text(meta.ownerEmail))) : '';
  const channel = [
    tag('title', {}, text(meta.title)),
    tag('description', {}, text(meta.description ?? meta.title)),
    tag('link', {}, text(at(meta.link))),
    tag('image', {}, tag('url', {}, text(at(meta.imageUrl))) + tag('title', {}, text(meta.title)) + tag('link', {}, text(at(meta.link)))),
    tag('generator', {}, 'Earmark'),
    tag('lastBuildDate', {}, new Date(feed.updatedAt).toUTCString()),
    tag('atom:link', { href: at(meta.feedUrl), rel: 'self', type: 'application/rss+xml' }),
    tag('language', {}, text(meta.language ?? 'en')),
    tag('itunes:author', {}, text(meta.author)),
    tag('itunes:type', {}, text(meta.type)),
    tag('itunes:image', { href: at(meta.imageUrl) }),
    tag('itunes:explicit', {}, String(meta.explicit)),
    owner,
    meta.preventIndexing ? tag('itunes:block', {}, 'yes') + tag('googleplay:block', {}, 'yes') : '',
    ...feed.episodes.map((episode) => itemOf(episode, at)),
  ].join('');
  return `<?xml version="1.0" encoding="UTF-8"?>${tag('rss', { version: '2.0', ...NAMESPACES }, tag('channel', {}, channel))}`;
}

function itemOf(episode: FeedEpisode, at: (path: string) => string): string {
  const { enclosure } = episode;
  const optional = (name: string, value: string | null) => (value === null ? '' : tag(name, {}, text(value)));
  return tag('item', {}, [
    tag('title', {}, text(episode.title)),
    episode.description === '' ? '' : tag('description', {}, text(episode.description)),
    tag('link', {}, text(at(episode.link))),
    tag('guid', { isPermaLink: 'false' }, text(at(enclosure.url))),
    tag('dc:creator', {}, text(episode.author)),
    tag('pubDate', {}, text(episode.pubDate)),
    tag('enclosure', { url: at(enclosure.url), length: String(enclosure.size), type: enclosure.type }),
    tag('itunes:author', {}, text(episode.author)),
    tag('itunes:duration', {}, String(Math.round(episode.duration))),
    tag('itunes:explicit', {}, String(episode.explicit)),
    optional('itunes:season', episode.season),
    optional('itunes:episode', episode.episode),
    optional('itunes:episodeType', episode.episodeType),
  ].join(''));
}

function tag(name: string, attributes: Readonly<Record<string, string>>, content?: string): string {
  const inside = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(value)}"`).join('');
  return content === undefined ? `<${name}${inside}/>` : `<${name}${inside}>${content}</${name}>`;
}

/** Text for XML: escaped, without the control characters that XML cannot hold. */
function text(value: string | null): string {
  return [...(value ?? '')]
    .filter((character) => character >= ' ' || '\t\n\r'.includes(character))
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

import { LONGEST, LONGEST_DESCRIPTION, MOST_ENTRIES, MOST_NAMES } from '../../src/schemas/requests/fields.ts';
import { isWebAddress } from '../http/input.ts';
import { plainText, sanitiseHtml, shortened } from '../items/html.ts';
import { closeChapters } from '../scan/audio-probe.ts';
import type { Chapter } from '../items/files.types.ts';
import { attributeOf, LONGEST_XML, nodeOf, nodesOf, parseXml, textOf, type XmlNode } from '../http/xml.ts';

/** An episode as a feed names it, with '' for what the feed does not say. */
export interface RssEpisode {
  readonly title: string;
  readonly subtitle: string;
  /** Sanitised HTML. */
  readonly description: string;
  readonly descriptionPlain: string;
  /** As written in the feed. */
  readonly pubDate: string;
  readonly episodeType: string;
  readonly season: string;
  readonly episode: string;
  readonly author: string;
  /** As written in the feed: seconds or `hh:mm:ss`. */
  readonly duration: string;
  readonly durationSeconds: number | null;
  readonly explicit: string;
  /** Milliseconds since 1970, null without a readable date. */
  readonly publishedAt: number | null;
  readonly enclosure: { readonly url: string; readonly length: string; readonly type: string };
  readonly guid: string | null;
  readonly chaptersUrl: string | null;
  readonly chaptersType: string | null;
  readonly chapters: readonly Chapter[];
}

/** A podcast as `POST /api/podcasts/feed` answers it. */
export interface RssPodcast {
  readonly metadata: {
    readonly image: string | null;
    /** `Arts:Books` for a category in another. */
    readonly categories: readonly string[];
    readonly feedUrl: string;
    readonly description: string | null;
    readonly descriptionPlain: string | null;
    readonly type: string;
    readonly title: string;
    readonly language: string | null;
    readonly explicit: string | null;
    readonly author: string | null;
    readonly pubDate: string | null;
    readonly link: string | null;
  };
  readonly episodes: readonly RssEpisode[];
}

/** Bounds of what is taken of a feed: what is sent back of it, a body may hold. */
const MOST_EPISODES = MOST_ENTRIES;
const MOST_CHAPTERS = 1000;

/** The first text that one of the names holds. */
const wholeText = (parent: XmlNode, ...names: string[]): string =>
  names.flatMap((name) => nodesOf(parent, name).map(textOf)).find(Boolean) ?? '';
const text = (parent: XmlNode, ...names: string[]): string => wholeText(parent, ...names).slice(0, LONGEST);
/** HTML that is safe to show. */
const htmlIn = (parent: XmlNode, ...names: string[]): string =>
  shortened(sanitiseHtml(wholeText(parent, ...names).slice(0, LONGEST_DESCRIPTION)), LONGEST_DESCRIPTION);
const attribute = (node: XmlNode | undefined, name: string): string => attributeOf(node, name).slice(0, LONGEST);

const isAddress = (address: string): boolean => address.length <= LONGEST && isWebAddress(address);
const webAddress = (address: string): string => (isAddress(address) ? address : '');

/** Seconds of `26`, `24:10` or `01:24:10`; null for anything else. */
export function secondsOf(duration: string): number | null {
  if (!/^\d+(?:\.\d+)?$|^\d{1,3}(?::\d{1,2}){1,2}(?:\.\d+)?$/.test(duration)) return null;
  return duration.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}

function categoriesOf(channel: XmlNode): string[] {
  const categories = nodesOf(channel, 'itunes:category').slice(0, MOST_NAMES);
  const names = categories.flatMap((category) => {
    const name = attribute(category, 'text');
    const inner = nodesOf(category, 'itunes:category')
      .map((entry) => attribute(entry, 'text'))
      .filter(Boolean);
    return name === '' ? [] : inner.length > 0 ? inner.map((entry) => `${name}:${entry}`.slice(0, LONGEST)) : [name];
  });
  return names.slice(0, MOST_NAMES);
}

function chaptersOf(item: XmlNode, duration: number | null): Chapter[] {
  const marks = nodesOf(nodeOf(item, 'psc:chapters'), 'psc:chapter').flatMap((chapter) => {
    const start = secondsOf(attributeOf(chapter, 'start'));
    return start === null ? [] : [{ start, title: attribute(chapter, 'title') }];
  });
  return duration === null ? [] : closeChapters(marks.slice(0, MOST_CHAPTERS), duration);
}

function episodeOf(item: XmlNode): RssEpisode[] {
  const enclosure = nodesOf(item, 'enclosure').find((entry) => isAddress(attributeOf(entry, 'url')));
  if (!enclosure) return [];
  const [url, length, type] = [
    attributeOf(enclosure, 'url'),
    attribute(enclosure, 'length'),
    attribute(enclosure, 'type'),
  ];
  const html = htmlIn(item, 'content:encoded', 'description', 'itunes:summary');
  const pubDate = text(item, 'pubDate');
  const time = Date.parse(pubDate);
  const duration = text(item, 'itunes:duration');
  const durationSeconds = secondsOf(duration);
  const chapters = nodeOf(item, 'podcast:chapters');
  return [
    {
      title: text(item, 'title', 'itunes:title'),
      subtitle: plainText(text(item, 'itunes:subtitle')),
      description: html,
      descriptionPlain: plainText(html),
      pubDate,
      episodeType: text(item, 'itunes:episodeType'),
      season: text(item, 'itunes:season', 'podcast:season'),
      episode: text(item, 'itunes:episode', 'podcast:episode'),
      author: text(item, 'itunes:author', 'author'),
      duration,
      durationSeconds,
      explicit: text(item, 'itunes:explicit'),
      publishedAt: Number.isNaN(time) ? null : time,
      enclosure: { url, length, type },
      guid: text(item, 'guid') || null,
      chaptersUrl: webAddress(attributeOf(chapters, 'url')) || null,
      chaptersType: attribute(chapters, 'type') || null,
      chapters: chaptersOf(item, durationSeconds),
    },
  ];
}

/**
 * Text of an answer: in the first encoding in which it can be read whole, of those that its header and its XML
 * declaration name and UTF-8; else as old Western text, which can always be read.
 */
export function decodeXml(body: Uint8Array, contentType: string): string {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 200));
  const told = [/charset=["']?([\w-]+)/i.exec(contentType), /<\?xml[^>]*encoding=["']([\w-]+)/i.exec(start)];
  for (const name of [...told.map((found) => found?.[1]), 'utf-8']) {
    if (name === undefined) continue;
    try {
      return new TextDecoder(name, { fatal: true }).decode(body);
    } catch {
      // Unknown, or not true.
    }
  }
  return new TextDecoder('windows-1252').decode(body);
}

/** A feed as lines of JSON: the podcast, then its episodes. '' for anything else; throws for one that is too long. */
export function feedLines({ body, contentType, feedUrl }: { body: Uint8Array; contentType: string; feedUrl: string }) {
  const xml = decodeXml(body, contentType);
  if (xml.length > LONGEST_XML) throw new Error('The answer is too large');
  const feed = parseRss(xml, feedUrl);
  return feed === null ? '' : [feed.metadata, ...feed.episodes].map((part) => JSON.stringify(part)).join('\n');
}

/** Parses a podcast feed; null for anything else. Documents that define entities are refused: no feed needs them. */
export function parseRss(xml: string, feedUrl: string): RssPodcast | null {
  if (/<!ENTITY/i.test(xml)) return null;
  const channel = nodeOf(nodeOf(parseXml(xml, { hasPrefixes: true }), 'rss'), 'channel');
  if (!channel) return null;
  const description = htmlIn(channel, 'description', 'itunes:summary');
  const image = attributeOf(nodeOf(channel, 'itunes:image'), 'href');
  return {
    metadata: {
      image: webAddress(image) || webAddress(text(nodeOf(channel, 'image') ?? {}, 'url')) || null,
      categories: categoriesOf(channel),
      feedUrl,
      description: description || null,
      descriptionPlain: plainText(description) || null,
      type: text(channel, 'itunes:type') || 'episodic',
      title: text(channel, 'title', 'itunes:title'),
      language: text(channel, 'language') || null,
      explicit: text(channel, 'itunes:explicit') || null,
      author: text(channel, 'itunes:author', 'author') || null,
      pubDate: text(channel, 'pubDate') || null,
      link: text(channel, 'link') || null,
    },
    episodes: nodesOf(channel, 'item').slice(0, MOST_EPISODES).flatMap(episodeOf),
  };
}

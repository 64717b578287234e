import { decodeHTML } from 'entities';
import { LONGEST, LONGEST_DESCRIPTION, MOST_ENTRIES, MOST_NAMES } from '../../src/schemas/requests/fields.ts';
import { isWebAddress } from '../http/input.ts';
import { parseDate } from '../items/dates.ts';
import { decodeXml } from '../items/decode-text.ts';
import { fileTypeOf } from '../items/file-kinds.ts';
import { plainText, plainTitle, sanitiseHtml, shortened } from '../items/html.ts';
import { closeChapters } from '../scan/chapters.ts';
import type { Chapter } from '../items/files.types.ts';
import { attributeOf, LONGEST_XML, markupOf, nodeOf, nodesOf, parseXml, textOf, type XmlNode } from '../http/xml.ts';

/** An episode of a feed; missing texts are ''. */
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

/** Bounds of a feed's data: a body can send it back. */
const MOST_EPISODES = MOST_ENTRIES;
const MOST_CHAPTERS = 1000;

/** The first text under one of the names. */
const text = (parent: XmlNode | undefined, ...names: string[]): string =>
  (names.flatMap((name) => nodesOf(parent, name).map(textOf)).find(Boolean) ?? '').slice(0, LONGEST);
const markup = (parent: XmlNode, ...names: string[]): string =>
  names.flatMap((name) => nodesOf(parent, name).map(markupOf)).find(Boolean) ?? '';
const titleIn = (parent: XmlNode): string => plainTitle(markup(parent, 'title', 'itunes:title').slice(0, LONGEST));
/** RSS names an author as text, Atom by an element. */
const authorIn = (parent: XmlNode): string =>
  plainTitle(text(parent, 'itunes:author', 'author') || text(nodeOf(parent, 'author'), 'name'));
const attribute = (node: XmlNode | undefined, name: string): string => attributeOf(node, name).slice(0, LONGEST);

/** A web address of a feed, also relative to that of the feed; '' for anything else. */
function webAddress(address: string, base: string): string {
  if (address.length > LONGEST) return '';
  const trimmed = address.trim().replaceAll('&amp;', '&');
  const url = trimmed && URL.canParse(trimmed, base) ? new URL(trimmed, base).href : '';
  const found = isWebAddress(trimmed) ? trimmed : url;
  return found.length <= LONGEST && isWebAddress(found) ? found : '';
}

/** Description as HTML that is safe to show; one whose tags were escaped twice is unescaped again. */
function htmlIn(parent: XmlNode, ...names: string[]): string {
  const html = markup(parent, ...names).slice(0, LONGEST_DESCRIPTION);
  const isEscaped = !/<[a-z/]/i.test(html) && /&lt;\/?[a-z]/i.test(html);
  return shortened(sanitiseHtml(isEscaped ? decodeHTML(html) : html), LONGEST_DESCRIPTION);
}

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

type Enclosure = RssEpisode['enclosure'];

/** How likely an enclosure is sound, 0 first; null for anything else. Types are often wrong, extensions less. */
function rankOf({ url, type }: Enclosure, medium: string): number | null {
  const { pathname, search } = new URL(url);
  const kind = [pathname, search].map(fileTypeOf).find((found) => found !== 'unknown') ?? 'unknown';
  const said = `${medium} ${type}`.toLowerCase();
  const isFilm = /\bvideo\b/.test(said);
  if (kind === 'audio') return isFilm ? 2 : 0;
  if (/\baudio\b/.test(said)) return kind === 'unknown' ? 0 : 1;
  if (kind !== 'unknown' || /\b(?:image|text|document|pdf|zip|html|x-bittorrent)\b/.test(said)) return null;
  return isFilm ? 2 : 3;
}

/** The sound of an entry, named in any way: enclosures, media of its kinds, links of Atom. */
function enclosureOf(item: XmlNode, base: string): Enclosure | undefined {
  const groups = [item, ...nodesOf(item, 'media:group')];
  const links = [...nodesOf(item, 'link'), ...nodesOf(item, 'atom:link')];
  const named = [
    ...nodesOf(item, 'enclosure'),
    ...groups.flatMap((group) => nodesOf(group, 'media:content')),
    ...links.filter((link) => attributeOf(link, 'rel') === 'enclosure'),
  ].flatMap((node) => {
    const url = webAddress(attributeOf(node, 'url') || attributeOf(node, 'href'), base);
    const length = attributeOf(node, 'length') || attributeOf(node, 'fileSize');
    const enclosure = { url, length: length.slice(0, LONGEST), type: attribute(node, 'type') };
    const rank = url ? rankOf(enclosure, attributeOf(node, 'medium')) : null;
    return rank === null ? [] : [{ enclosure, rank }];
  });
  return named.sort((a, b) => a.rank - b.rank)[0]?.enclosure;
}

function episodeOf(item: XmlNode, base: string): RssEpisode[] {
  const enclosure = enclosureOf(item, base);
  if (!enclosure) return [];
  const html = htmlIn(item, 'content:encoded', 'description', 'itunes:summary', 'content', 'summary');
  const dates = ['pubDate', 'dc:date', 'published', 'updated'].map((name) => text(item, name)).filter(Boolean);
  const pubDate = dates.find((date) => parseDate(date) !== null) ?? dates[0] ?? '';
  const duration = text(item, 'itunes:duration');
  const durationSeconds = secondsOf(duration);
  const chapters = nodeOf(item, 'podcast:chapters');
  return [
    {
      title: titleIn(item),
      subtitle: plainText(markup(item, 'itunes:subtitle').slice(0, LONGEST)),
      description: html,
      descriptionPlain: plainText(html),
      pubDate,
      episodeType: text(item, 'itunes:episodeType'),
      season: text(item, 'itunes:season', 'podcast:season'),
      episode: text(item, 'itunes:episode', 'podcast:episode'),
      author: authorIn(item),
      duration,
      durationSeconds,
      explicit: text(item, 'itunes:explicit'),
      publishedAt: parseDate(pubDate),
      enclosure,
      guid: text(item, 'guid', 'id') || null,
      chaptersUrl: webAddress(attributeOf(chapters, 'url'), base) || null,
      chaptersType: attribute(chapters, 'type') || null,
      chapters: chaptersOf(item, durationSeconds),
    },
  ];
}

/** Whether a document defines entities; not when a text or a comment only mentions them. */
export function definesEntities(xml: string): boolean {
  const start = xml.slice(0, xml.search(/<[a-z]/i));
  return /<!ENTITY/i.test(start.replaceAll(/<!--[\s\S]*?-->/g, ''));
}

/** Separates two episodes of `feedLines`; occurs in no episode. */
export const BETWEEN_EPISODES = ',\n';

/** A document to read as a feed: `feedUrl` is its address, `base` the one that answered, if another. */
interface FeedDocument {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly feedUrl: string;
  readonly base?: string;
}

/**
 * A feed as lines of JSON: the podcast, then its episodes, with commas between them. '' for anything else; throws for
 * one that is too long.
 */
export function feedLines({ body, contentType, feedUrl, base }: FeedDocument): string {
  const xml = decodeXml(body, contentType);
  if (xml.length > LONGEST_XML) throw new Error('The answer is too large');
  const feed = parseRss(xml, feedUrl, base);
  if (feed === null) return '';
  const episodes = feed.episodes.map((episode) => JSON.stringify(episode)).join(BETWEEN_EPISODES);
  return `${JSON.stringify(feed.metadata)}\n${episodes}`;
}

/**
 * Parses a podcast feed, RSS or Atom; null for anything else. Refuses documents that define entities: no feed needs
 * them. Its addresses are relative to `base`, where it was found.
 */
export function parseRss(xml: string, feedUrl: string, base = feedUrl): RssPodcast | null {
  if (definesEntities(xml)) return null;
  const root = parseXml(xml.trimStart(), { hasPrefixes: true });
  const rss = nodeOf(root, 'rss') ?? nodeOf(root, 'rdf:RDF');
  const channel = nodeOf(rss, 'channel') ?? nodeOf(root, 'feed');
  if (!channel) return null;
  const description = htmlIn(channel, 'description', 'itunes:summary', 'subtitle');
  const image = attributeOf(nodeOf(channel, 'itunes:image'), 'href');
  return {
    metadata: {
      image:
        [image, text(nodeOf(channel, 'image'), 'url'), text(channel, 'logo')]
          .map((url) => webAddress(url, base))
          .find(Boolean) ?? null,
      categories: categoriesOf(channel),
      feedUrl,
      description: description || null,
      descriptionPlain: plainText(description) || null,
      type: text(channel, 'itunes:type') || 'episodic',
      title: titleIn(channel),
      language: text(channel, 'language') || null,
      explicit: text(channel, 'itunes:explicit') || null,
      author: authorIn(channel) || null,
      pubDate: text(channel, 'pubDate') || null,
      link: text(channel, 'link') || null,
    },
    // RSS 1.0 has its items beside the channel.
    episodes: [...nodesOf(channel, 'item'), ...nodesOf(rss, 'item'), ...nodesOf(channel, 'entry')]
      .slice(0, MOST_EPISODES)
      .flatMap((item) => episodeOf(item, base)),
  };
}

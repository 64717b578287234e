import { isWebAddress } from '../http/input.ts';
import { definesEntities } from './rss-feed.ts';
import { attributeOf, nodeOf, nodesOf, parseXml, writeXml, type XmlNode } from '../http/xml.ts';

export interface OpmlFeed {
  readonly title: string;
  readonly feedUrl: string;
}

/** The address of a feed; apps for podcasts have protocols of their own. */
function addressOf(outline: XmlNode): string {
  const address = (attributeOf(outline, 'xmlUrl') || attributeOf(outline, 'url')).trim();
  return address.replace(/^(?:feed|pcast|itpc|podcast):(?:(?=https?:)|\/\/(?=[^/]))/i, (start) =>
    start.endsWith('//') ? 'http://' : '',
  );
}

function feedsIn(node: XmlNode | undefined): OpmlFeed[] {
  return nodesOf(node, 'outline').flatMap((outline) => {
    const feedUrl = addressOf(outline);
    const own = isWebAddress(feedUrl)
      ? [{ title: attributeOf(outline, 'title') || attributeOf(outline, 'text'), feedUrl }]
      : [];
    return [...own, ...feedsIn(outline)];
  });
}

/** The podcast feeds of an OPML text, of all levels; none for anything else. */
export function parseOpml(text: string): OpmlFeed[] {
  if (definesEntities(text)) return [];
  const opml = nodeOf(parseXml(text.trimStart(), { isStrict: true }), 'opml');
  return [...feedsIn(nodeOf(opml, 'body')), ...feedsIn(opml)];
}

export interface OpmlPodcast {
  readonly title: string;
  readonly feedUrl: string | null;
  readonly description: string | null;
  readonly language: string | null;
}

/** An OPML text of podcasts; those without a feed are left out. */
export function writeOpml(podcasts: readonly OpmlPodcast[]): string {
  const outline = podcasts
    .filter(({ feedUrl }) => feedUrl)
    .map(({ title, feedUrl, description, language }) => ({
      '@type': 'rss',
      '@text': title,
      '@title': title,
      '@xmlUrl': feedUrl,
      '@description': description,
      '@language': language,
    }));
  const head = { title: 'Podcast Subscriptions' };
  return writeXml({ opml: { '@version': '1.0', head, body: { outline } } }, { isIndented: true });
}

import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isWebAddress } from '../http/input.ts';
import { attributeOf, nodeOf, nodesOf, type XmlNode } from '../scan/xml.ts';

export interface OpmlFeed {
  readonly title: string;
  readonly feedUrl: string;
}

const parser = new XMLParser({
  ignoreAttributes: false, attributeNamePrefix: '@', parseAttributeValue: false, parseTagValue: false, htmlEntities: true,
  textNodeName: '#text',
});

function feedsIn(node: XmlNode | undefined): OpmlFeed[] {
  return nodesOf(node, 'outline').flatMap((outline) => {
    const feedUrl = attributeOf(outline, 'xmlUrl').trim();
    const own = isWebAddress(feedUrl) ? [{ title: attributeOf(outline, 'title') || attributeOf(outline, 'text'), feedUrl }] : [];
    return [...own, ...feedsIn(outline)];
  });
}

/** The podcast feeds of an OPML text, of all levels; none for anything else. */
export function parseOpml(text: string): OpmlFeed[] {
  if (/<!ENTITY/i.test(text) || XMLValidator.validate(text) !== true) return [];
  try {
    return feedsIn(nodeOf(nodeOf(parser.parse(text) as XmlNode, 'opml'), 'body'));
  } catch {
    return [];
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[&<>"]/g, (char) => ENTITIES[char] ?? '');

export interface OpmlPodcast {
  readonly title: string;
  readonly feedUrl: string | null;
  readonly description: string | null;
  readonly language: string | null;
}

/** An OPML text of podcasts; those without a feed are left out. */
export function writeOpml(podcasts: readonly OpmlPodcast[]): string {
  const outlines = podcasts.filter(({ feedUrl }) => feedUrl).map(({ title, feedUrl, description, language }) => {
    const attributes = { type: 'rss', text: title, title, xmlUrl: feedUrl, description, language };
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${escape(value ?? '')}"`);
    return `        <outline ${written.join(' ')}/>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="1.0">
    <head>
        <title>Podcast Subscriptions</title>
    </head>
    <body>
${outlines.join('')}    </body>
</opml>
`;
}

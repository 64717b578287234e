import { parseNames } from '../items/names.ts';
import type { BookFields, SeriesEntry } from './types.ts';
import { attributeOf, nodeOf, nodesOf, parseXml, textOf, type XmlNode } from '../http/xml.ts';

/** One `meta` by name (OPF 2 `name`/`content`) or property (OPF 3). */
function metaOf(metadata: XmlNode | undefined, name: string): string {
  const node = nodesOf(metadata, 'meta').find(
    (meta) => attributeOf(meta, 'name') === name || attributeOf(meta, 'property') === name,
  );
  return attributeOf(node, 'content') || textOf(node);
}

function creatorsOf(metadata: XmlNode | undefined, role: 'aut' | 'nrt'): string[] {
  const refined = new Map(
    nodesOf(metadata, 'meta')
      .filter((meta) => attributeOf(meta, 'property') === 'role')
      .map((meta) => [attributeOf(meta, 'refines').replace('#', ''), textOf(meta)]),
  );
  const roleOf = (node: XmlNode): string => attributeOf(node, 'role') || refined.get(attributeOf(node, 'id')) || 'aut';
  return [...nodesOf(metadata, 'creator'), ...(role === 'nrt' ? nodesOf(metadata, 'contributor') : [])]
    .filter((node) => roleOf(node) === role)
    .flatMap((node) => parseNames(textOf(node)));
}

function identifier(metadata: XmlNode | undefined, scheme: RegExp): string {
  const node = nodesOf(metadata, 'identifier').find(
    (entry) =>
      scheme.test(attributeOf(entry, 'scheme')) || scheme.test(textOf(entry).split(':').slice(0, -1).join(':')),
  );
  return textOf(node).split(':').pop() ?? '';
}

function seriesOf(metadata: XmlNode | undefined): SeriesEntry[] {
  const name = metaOf(metadata, 'calibre:series');
  return name ? [{ name, sequence: metaOf(metadata, 'calibre:series_index') || null }] : [];
}

const isFilled = (value: unknown): boolean => value !== '' && !(Array.isArray(value) && value.length === 0);

/** Drops empty texts and lists. */
const filled = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value))) as T;

/** Metadata of an OPF package document, of a sidecar or inside an epub. */
export function fieldsFromOpf(text: string): BookFields {
  const metadata = nodeOf(nodeOf(parseXml(text), 'package'), 'metadata');
  const titles = nodesOf(metadata, 'title').map(textOf).filter(Boolean);
  const date = textOf(nodeOf(metadata, 'date'));
  return filled({
    title: titles[0] ?? '',
    subtitle: metaOf(metadata, 'subtitle') || (titles[1] ?? ''),
    authors: creatorsOf(metadata, 'aut'),
    narrators: creatorsOf(metadata, 'nrt'),
    publisher: textOf(nodeOf(metadata, 'publisher')),
    publishedYear: /^\d{4}/.exec(date)?.[0] ?? '',
    description: textOf(nodeOf(metadata, 'description')),
    language: textOf(nodeOf(metadata, 'language')),
    genres: [...new Set(nodesOf(metadata, 'subject').map(textOf).filter(Boolean))],
    tags: [...new Set(nodesOf(metadata, 'tag').map(textOf).filter(Boolean))],
    isbn: identifier(metadata, /isbn/i),
    asin: identifier(metadata, /asin|amazon/i),
    series: seriesOf(metadata),
  });
}

/** Path of the cover picture inside an epub, relative to the package document; '' when there is none. */
export function coverHrefOf(opf: string): string {
  const root = nodeOf(parseXml(opf), 'package');
  const items = nodesOf(nodeOf(root, 'manifest'), 'item');
  const coverId = metaOf(nodeOf(root, 'metadata'), 'cover');
  const marked = items.find((entry) => attributeOf(entry, 'properties').split(' ').includes('cover-image'));
  const item = marked ?? items.find((entry) => coverId !== '' && attributeOf(entry, 'id') === coverId);
  return attributeOf(item, 'media-type').startsWith('image/') ? attributeOf(item, 'href') : '';
}

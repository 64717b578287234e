import { yearOf } from '../items/dates.ts';
import { filled } from './fields.ts';
import { plainTitle } from '../items/html.ts';
import { parseName } from '../items/names.ts';
import type { BookFields, SeriesEntry } from './types.ts';
import { attributeOf, markupOf, nodeOf, nodesOf, parseXml, textOf, type XmlNode } from '../http/xml.ts';

const titleOf = (node: XmlNode | undefined): string => plainTitle(markupOf(node));

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
    .flatMap((node) => titleOf(node).split(/\s*;\s*/))
    .map(parseName)
    .filter(Boolean);
}

function identifier(metadata: XmlNode | undefined, scheme: RegExp): string {
  const node = nodesOf(metadata, 'identifier').find(
    (entry) =>
      scheme.test(attributeOf(entry, 'scheme')) || scheme.test(textOf(entry).split(':').slice(0, -1).join(':')),
  );
  return textOf(node).split(':').pop() ?? '';
}

/** Merges series that are marked twice, in two ways: with the number that one of them has. */
function distinct(series: readonly SeriesEntry[]): SeriesEntry[] {
  const byName = new Map<string, SeriesEntry>();
  for (const { name, sequence } of series) {
    const known = byName.get(name.toLowerCase());
    byName.set(name.toLowerCase(), { name: known?.name ?? name, sequence: known?.sequence ?? sequence });
  }
  return [...byName.values()];
}

/** Calibre's pairs of metas, each number after or before its series, and the collections of EPUB 3. */
function seriesOf(metadata: XmlNode | undefined): SeriesEntry[] {
  const metas = nodesOf(metadata, 'meta');
  const series: { name: string; sequence: string | null }[] = [];
  let early: string | null = null;
  for (const meta of metas) {
    const key = attributeOf(meta, 'name') || attributeOf(meta, 'property');
    const value = plainTitle(attributeOf(meta, 'content') || textOf(meta));
    const last = series.at(-1);
    if (key === 'calibre:series' && value) {
      series.push({ name: value, sequence: early });
      early = null;
    } else if (key === 'calibre:series_index' && value) {
      if (last?.sequence === null) last.sequence = value;
      else early = value;
    }
  }
  const refinementOf = (id: string, property: string): string =>
    textOf(
      metas.find(
        (meta) => id !== '' && attributeOf(meta, 'refines') === `#${id}` && attributeOf(meta, 'property') === property,
      ),
    );
  for (const meta of metas) {
    const [id, name] = [attributeOf(meta, 'id'), titleOf(meta)];
    const isSeries = ['series', ''].includes(refinementOf(id, 'collection-type'));
    if (attributeOf(meta, 'property') === 'belongs-to-collection' && name && isSeries)
      series.push({ name, sequence: refinementOf(id, 'group-position') || null });
  }
  return distinct(series);
}

/** The year of publication: other dates of a package (of its file, of a change) do not count. */
function yearIn(metadata: XmlNode | undefined): string {
  const dates = nodesOf(metadata, 'date').map((node) => ({
    event: attributeOf(node, 'event'),
    year: yearOf(textOf(node)),
  }));
  const ranks = [/^(original-)?publication$/i, /^$/, /^(?!modification|creation|conversion)/i];
  return (
    ranks.map((rank) => dates.find(({ event, year }) => year !== '' && rank.test(event))?.year).find(Boolean) ?? ''
  );
}

/** Metadata of an OPF package document, a sidecar or inside an epub. */
export function fieldsFromOpf(text: string): BookFields {
  const metadata = nodeOf(nodeOf(parseXml(text), 'package'), 'metadata');
  const titles = nodesOf(metadata, 'title').map(titleOf).filter(Boolean);
  return filled<BookFields>({
    title: titles[0] ?? '',
    subtitle: plainTitle(metaOf(metadata, 'subtitle')) || (titles[1] ?? ''),
    authors: creatorsOf(metadata, 'aut'),
    narrators: creatorsOf(metadata, 'nrt'),
    publisher: titleOf(nodeOf(metadata, 'publisher')),
    publishedYear: yearIn(metadata),
    description: markupOf(nodeOf(metadata, 'description')),
    language: textOf(nodeOf(metadata, 'language')),
    genres: [...new Set(nodesOf(metadata, 'subject').map(titleOf).filter(Boolean))],
    tags: [...new Set(nodesOf(metadata, 'tag').map(textOf).filter(Boolean))],
    isbn: identifier(metadata, /isbn/i),
    asin: identifier(metadata, /asin|amazon/i),
    series: seriesOf(metadata),
  });
}

/**
 * Candidate paths of an epub's cover, the most certain first, relative to the package document: marked as the picture
 * or page of the cover in any way, named so, the first pages, and the first picture.
 */
export function coverPathsOf(opf: string): string[] {
  const root = nodeOf(parseXml(opf), 'package');
  const items = nodesOf(nodeOf(root, 'manifest'), 'item').map((item) => ({
    id: attributeOf(item, 'id'),
    href: attributeOf(item, 'href'),
    isPicture: attributeOf(item, 'media-type').startsWith('image/'),
    properties: attributeOf(item, 'properties').split(/\s+/),
  }));
  const hrefsOf = (test: (item: (typeof items)[number]) => boolean): string[] =>
    items.filter(test).map(({ href }) => href);
  const meta = metaOf(nodeOf(root, 'metadata'), 'cover');
  const guide = nodesOf(nodeOf(root, 'guide'), 'reference').filter((entry) =>
    /cover/i.test(attributeOf(entry, 'type')),
  );
  const pages = nodesOf(nodeOf(root, 'spine'), 'itemref').slice(0, 5);
  return [
    ...hrefsOf(({ properties }) => properties.includes('cover-image')),
    ...hrefsOf(({ id, href }) => meta !== '' && (id === meta || href === meta)),
    meta,
    ...guide.map((entry) => attributeOf(entry, 'href')),
    ...hrefsOf(({ isPicture, id, href }) => isPicture && /cover/i.test(`${id} ${href}`)),
    ...pages.flatMap((page) => hrefsOf(({ id }) => id === attributeOf(page, 'idref'))),
    ...hrefsOf(({ isPicture }) => isPicture).slice(0, 1),
  ]
    .map((href) => href.replace(/#.*$/, ''))
    .filter(Boolean);
}

import { yearOf } from '../items/dates.ts';
import { filled } from './fields.ts';
import { plainTitle } from '../items/html.ts';
import { parseName } from '../items/names.ts';
import { distinctSeries, sequenceOf } from './series.ts';
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

/** Most values of one property. */
const MOST_REFINEMENTS = 20;

type Refinements = (node: XmlNode, property: string) => string[];

/** Values of the properties that refine elements (EPUB 3). */
function refinementsIn(metadata: XmlNode | undefined): Refinements {
  const byKey = new Map<string, string[]>();
  for (const meta of nodesOf(metadata, 'meta')) {
    const key = `${attributeOf(meta, 'refines').replace(/^#/, '')} ${attributeOf(meta, 'property')}`;
    byKey.set(key, [...(byKey.get(key) ?? []), textOf(meta)].slice(-MOST_REFINEMENTS));
  }
  return (node, property) => {
    const id = attributeOf(node, 'id');
    return id === '' ? [] : (byKey.get(`${id} ${property}`) ?? []);
  };
}

/** The title and subtitle; several titles may have their types. */
function titlesOf(metadata: XmlNode | undefined, refinements: Refinements): string[] {
  const titles = nodesOf(metadata, 'title').map((node) => ({
    text: titleOf(node),
    type: refinements(node, 'title-type')[0] ?? '',
  }));
  const main = titles.find(({ text, type }) => text && type === 'main') ?? titles.find(({ text }) => text);
  const others = titles.filter((title) => title !== main && title.text);
  const subtitle = others.find(({ type }) => type === 'subtitle') ?? others.find(({ type }) => type === '');
  return [main?.text ?? '', subtitle?.text ?? ''];
}

function creatorsOf(metadata: XmlNode | undefined, refinements: Refinements, role: 'aut' | 'nrt'): string[] {
  const hasRole = (node: XmlNode): boolean => {
    const roles = [attributeOf(node, 'role'), ...refinements(node, 'role')].filter(Boolean);
    return roles.includes(role) || (roles.length === 0 && role === 'aut');
  };
  return [...nodesOf(metadata, 'creator'), ...(role === 'nrt' ? nodesOf(metadata, 'contributor') : [])]
    .filter(hasRole)
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

/** Calibre's pairs of metas, each number after or before its series, and the collections of EPUB 3. */
function seriesOf(metadata: XmlNode | undefined, refinements: Refinements): SeriesEntry[] {
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
  for (const meta of metas) {
    const name = titleOf(meta);
    const [type = 'series'] = refinements(meta, 'collection-type');
    const [place = null] = refinements(meta, 'group-position');
    if (attributeOf(meta, 'property') === 'belongs-to-collection' && name && type === 'series')
      series.push({ name, sequence: place });
  }
  return distinctSeries(series.map(({ name, sequence }) => ({ name, sequence: sequence && sequenceOf(sequence) })));
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
  const refinements = refinementsIn(metadata);
  const [title, subtitle] = titlesOf(metadata, refinements);
  return filled<BookFields>({
    title,
    subtitle: plainTitle(metaOf(metadata, 'subtitle')) || subtitle,
    authors: creatorsOf(metadata, refinements, 'aut'),
    narrators: creatorsOf(metadata, refinements, 'nrt'),
    publisher: titleOf(nodeOf(metadata, 'publisher')),
    publishedYear: yearIn(metadata),
    description: markupOf(nodeOf(metadata, 'description')),
    language: textOf(nodeOf(metadata, 'language')),
    genres: [...new Set(nodesOf(metadata, 'subject').map(titleOf).filter(Boolean))],
    tags: [...new Set(nodesOf(metadata, 'tag').map(textOf).filter(Boolean))],
    isbn: identifier(metadata, /isbn/i),
    asin: identifier(metadata, /asin|amazon/i),
    series: seriesOf(metadata, refinements),
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

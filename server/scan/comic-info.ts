import { plainTitle } from '../items/html.ts';
import { attributeOf, markupOf, nodeOf, nodesOf, parseXml } from '../http/xml.ts';
import { filled } from './fields.ts';
import { sequenceOf } from './series.ts';
import type { BookFields, SeriesEntry } from './types.ts';

/** Metadata of a comic's `ComicInfo.xml`, and the number of its front cover's page (from 0). */
export function fieldsFromComicInfo(text: string): { fields: BookFields; coverPage: number } {
  const root = nodeOf(parseXml(text), 'ComicInfo');
  const of = (name: string): string => plainTitle(markupOf(nodeOf(root, name)));
  /** Lists are written with commas. */
  const list = (...names: string[]): string[] => [
    ...new Set(names.flatMap((name) => of(name).split(/\s*[,;]\s*/)).filter(Boolean)),
  ];
  const seriesOf = (name: string, number: string): SeriesEntry[] =>
    of(name) ? [{ name: of(name), sequence: sequenceOf(of(number)) }] : [];
  const series = [...seriesOf('Series', 'Number'), ...seriesOf('AlternateSeries', 'AlternateNumber')];
  const [first] = series;
  const numbered = first ? [first.name, first.sequence && `#${first.sequence}`].filter(Boolean).join(' ') : '';
  const year = of('Year');
  const front = nodesOf(nodeOf(root, 'Pages'), 'Page').find((page) => attributeOf(page, 'Type') === 'FrontCover');
  return {
    fields: filled<BookFields>({
      title: of('Title') || numbered,
      authors: list('Writer'),
      series,
      description: markupOf(nodeOf(root, 'Summary')),
      publisher: of('Publisher'),
      publishedYear: /^[12]\d{3}$/.test(year) ? year : '',
      genres: list('Genre'),
      tags: list('Tags'),
      language: of('LanguageISO'),
      isbn: /^[\dX-]{10,17}$/i.exec(of('GTIN'))?.[0] ?? '',
    }),
    coverPage: Number.parseInt(attributeOf(front, 'Image'), 10) || 0,
  };
}

import { amount, everyOf, fields, ifValid, writtenText } from '../../src/schemas/requests/fields.ts';
import { isRecord } from '../http/input.ts';
import { yearOf } from '../items/dates.ts';
import { parseGenres, parseNames, parseSeriesName } from '../items/names.ts';
import { filled } from './fields.ts';
import type { Chapter, MetaTags } from '../items/files.types.ts';
import { seriesOfTexts } from './series.ts';
import type { BookFields, PodcastFields } from './types.ts';

const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '')
    : [];
const textIn = (json: Record<string, unknown>, key: string): string | undefined => {
  const value = json[key];
  return typeof value === 'string' && value.trim() ? value : typeof value === 'number' ? String(value) : undefined;
};

/** Seconds; a chapter without a title is named by its number. */
const chapterList = everyOf(fields({ start: amount(), end: amount(), title: ifValid(writtenText) }));

function storedChapters(value: unknown): Chapter[] | undefined {
  const read = chapterList.safeParse(value);
  if (!read.success || read.data.length === 0) return undefined;
  return read.data.map(({ start, end, title }, id) => ({ id, start, end, title: title ?? `Chapter ${id + 1}` }));
}

/** `metadata.json` of a book. Throws on text that is no JSON object. */
export function fieldsFromBookJson(source: string): BookFields {
  const json: unknown = JSON.parse(source);
  if (!isRecord(json)) throw new Error('Not a JSON object');
  return filled<BookFields>({
    title: textIn(json, 'title'),
    subtitle: textIn(json, 'subtitle'),
    authors: texts(json['authors']),
    narrators: texts(json['narrators']),
    series: texts(json['series']).map(parseSeriesName),
    genres: texts(json['genres']),
    tags: texts(json['tags']),
    publishedYear: textIn(json, 'publishedYear'),
    publishedDate: textIn(json, 'publishedDate'),
    publisher: textIn(json, 'publisher'),
    description: textIn(json, 'description'),
    isbn: textIn(json, 'isbn'),
    asin: textIn(json, 'asin'),
    language: textIn(json, 'language'),
    explicit: typeof json['explicit'] === 'boolean' ? json['explicit'] : undefined,
    abridged: typeof json['abridged'] === 'boolean' ? json['abridged'] : undefined,
    chapters: storedChapters(json['chapters']),
  });
}

/** `metadata.json` of a podcast. Throws on text that is no JSON object. */
export function fieldsFromPodcastJson(source: string): Partial<PodcastFields> {
  const json: unknown = JSON.parse(source);
  if (!isRecord(json)) throw new Error('Not a JSON object');
  return filled<Partial<PodcastFields>>({
    title: textIn(json, 'title'),
    author: textIn(json, 'author'),
    description: textIn(json, 'description'),
    releaseDate: textIn(json, 'releaseDate'),
    genres: texts(json['genres']),
    tags: texts(json['tags']),
    feedUrl: textIn(json, 'feedURL') ?? textIn(json, 'feedUrl'),
    imageUrl: textIn(json, 'imageURL') ?? textIn(json, 'imageUrl'),
    itunesPageUrl: textIn(json, 'itunesPageURL') ?? textIn(json, 'itunesPageUrl'),
    itunesId: textIn(json, 'itunesId'),
    itunesArtistId: textIn(json, 'itunesArtistId'),
    language: textIn(json, 'language'),
    explicit: typeof json['explicit'] === 'boolean' ? json['explicit'] : undefined,
    type: textIn(json, 'podcastType') ?? textIn(json, 'type'),
  });
}

/** `.nfo`: lines of `Key: value`, and a book description below a heading. */
export function fieldsFromNfo(source: string): BookFields {
  const values = new Map<string, string>();
  const lines = source.replace(/\r/g, '').split('\n');
  for (const line of lines) {
    const match = /^\s*([A-Za-z][A-Za-z .]{1,30}?)[\s.]*:\s*(\S.*)$/.exec(line);
    if (match?.[1] && match[2] && !values.has(match[1].toLowerCase()))
      values.set(match[1].toLowerCase(), match[2].trim());
  }
  const heading = lines.findIndex((line) => /^\s*(book description|description)\s*:?\s*$/i.test(line));
  const description =
    heading < 0
      ? ''
      : lines
          .slice(heading + 1)
          .filter((line) => !/^[\s=*_-]*$/.test(line))
          .join('\n')
          .trim();
  const of = (...keys: string[]): string | undefined => keys.map((key) => values.get(key)).find(Boolean);
  const [authors, narrators, genres, series] = [
    of('author', 'authors'),
    of('read by', 'narrator', 'narrated by'),
    of('genre', 'genres'),
    of('series', 'series name'),
  ];
  const position = of('position in series', 'series position');
  return filled<BookFields>({
    title: of('title'),
    subtitle: of('subtitle'),
    authors: authors ? parseNames(authors) : undefined,
    narrators: narrators ? parseNames(narrators) : undefined,
    genres: genres ? parseGenres(genres.replaceAll(',', ';')) : undefined,
    publisher: of('publisher'),
    publishedYear: yearOf(of('copyright', 'year', 'date', 'release date', 'released', 'published') ?? ''),
    language: of('language'),
    asin: of('asin'),
    isbn: of('isbn'),
    series: seriesOfTexts(series, position),
    description: description,
    abridged: values.has('abridged') ? /^y|true/i.test(values.get('abridged') ?? '') : undefined,
  });
}

export function fieldsFromTags(tags: MetaTags): BookFields {
  const series = tags['tagSeries'] ?? tags['tagGrouping'];
  return filled<BookFields>({
    title: tags['tagAlbum'] ?? tags['tagTitle'],
    subtitle: tags['tagSubtitle'],
    authors: parseNames(tags['tagArtist'] ?? tags['tagAlbumArtist'] ?? ''),
    narrators: parseNames(tags['tagComposer'] ?? ''),
    publisher: tags['tagPublisher'],
    publishedYear: yearOf(tags['tagDate'] ?? ''),
    description: tags['tagDescription'] ?? tags['tagComment'],
    series: seriesOfTexts(series, tags['tagSeriesPart']),
    genres: parseGenres(tags['tagGenre'] ?? ''),
    language: tags['tagLanguage'],
    isbn: tags['tagIsbn'],
    asin: tags['tagASIN'],
  });
}

import type { DetailName, Details } from '../item-edit/details.logic.ts';
import type { MediaType } from '../../kit/router/routes.ts';
import { namesOf, numberedOf } from './cells.logic.ts';

/** Placeholders of a pattern. `any` is skipped. */
export const PLACEHOLDERS: { readonly [Kind in MediaType]: readonly string[] } = {
  book: ['title', 'subtitle', 'author', 'narrator', 'series', 'sequence', 'year', 'any'],
  podcast: ['title', 'author', 'any'],
};

interface Piece {
  /** Literal text before the value. */
  readonly text: string;
  readonly name: string;
}
interface Segment {
  readonly pieces: readonly Piece[];
  readonly end: string;
}

export interface ReadDetail {
  readonly field: DetailName;
  readonly value: Details[DetailName];
}

/**
 * Reads details from the last parts of a path, by a pattern like `{author}/{series}/{sequence} - {title}`. Each name
 * matches up to the next literal text, the last one matches the rest. Null for a pattern without names, with repeated
 * or unknown names, or with two names side by side. The reader returns null for a path that does not match.
 */
export function folderReader(
  pattern: string,
  mediaType: MediaType,
): ((row: { readonly path: string; readonly isFile: boolean }) => readonly ReadDetail[] | null) | null {
  const segments = pattern.split('/').map((part) => segmentOf(part.trim()));
  const pieces = segments.flatMap((segment) => segment?.pieces ?? []);
  const names = pieces.map(({ name }) => name).filter((name) => name !== 'any');
  const areKnown = pieces.every(({ name }) => PLACEHOLDERS[mediaType].includes(name));
  if (segments.includes(null) || !areKnown || names.length === 0 || new Set(names).size < names.length) return null;
  return ({ path, isFile }) => {
    const parts = partsOf(path, isFile).slice(-segments.length);
    if (parts.length < segments.length) return null;
    const found = new Map<string, string>();
    for (const [at, segment] of segments.entries())
      if (!segment || !readPart(segment, parts[at] ?? '', found)) return null;
    return detailsFrom(found, mediaType);
  };
}

/** Parts of a path; a book that is one file loses its extension. */
function partsOf(path: string, isFile: boolean): readonly string[] {
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1);
  return isFile && last !== undefined ? [...parts.slice(0, -1), last.replace(/\.[^.]{1,5}$/, '')] : parts;
}

function segmentOf(text: string): Segment | null {
  const pieces: Piece[] = [];
  let rest = text;
  while (rest.includes('{')) {
    const open = rest.indexOf('{');
    const close = rest.indexOf('}', open);
    if (close === -1 || (open === 0 && pieces.length > 0)) return null;
    pieces.push({ text: rest.slice(0, open), name: rest.slice(open + 1, close).trim() });
    rest = rest.slice(close + 1);
  }
  return pieces.length > 0 && !rest.includes('}') ? { pieces, end: rest } : null;
}

function readPart({ pieces, end }: Segment, part: string, found: Map<string, string>): boolean {
  const [first] = pieces;
  if (!first || !part.startsWith(first.text) || !part.endsWith(end)) return false;
  let rest = part.slice(first.text.length, part.length - end.length);
  for (const [at, { name }] of pieces.entries()) {
    const next = pieces[at + 1]?.text;
    const stop = next === undefined ? rest.length : rest.indexOf(next);
    const value = stop === -1 ? '' : rest.slice(0, stop).trim();
    if (value === '') return false;
    found.set(name, value);
    rest = rest.slice(stop + (next?.length ?? 0));
  }
  return true;
}

function detailsFrom(found: ReadonlyMap<string, string>, mediaType: MediaType): readonly ReadDetail[] {
  const read: ReadDetail[] = [];
  const text = (name: string, field: DetailName) => {
    const value = found.get(name);
    if (value !== undefined) read.push({ field, value });
  };
  text('title', 'title');
  if (mediaType === 'podcast') {
    text('author', 'author');
    return read;
  }
  text('subtitle', 'subtitle');
  text('year', 'publishedYear');
  const names = (name: string, field: DetailName) => {
    const value = found.get(name);
    if (value !== undefined) read.push({ field, value: namesOf(value, /;| & /) });
  };
  names('author', 'authors');
  names('narrator', 'narrators');
  const series = found.get('series');
  const sequence = found.get('sequence');
  if (series !== undefined) {
    const numbered = sequence === undefined ? numberedOf(series) : { name: series, sequence: numberFrom(sequence) };
    read.push({ field: 'series', value: [numbered] });
  }
  return read;
}

/** `Book 03` is 3: the first number in the text, else the text without spaces. */
function numberFrom(text: string): string {
  const [number] = /\d+(?:\.\d+)?/.exec(text) ?? [];
  return number === undefined ? text.replaceAll(/\s+/g, '') : number.replace(/^0+(?=\d)/, '');
}

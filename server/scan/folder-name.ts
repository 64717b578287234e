import { stem } from '../items/file-kinds.ts';
import { parseNames } from '../items/names.ts';
import type { BookFields } from './types.ts';

/** Takes `{Narrator}` and `[ASIN]` out of a folder name. */
function takeMarked(name: string, pattern: RegExp): { rest: string; value: string | null } {
  const match = pattern.exec(name);
  if (!match?.[1]) return { rest: name, value: null };
  return {
    rest: name
      .replace(match[0], ' ')
      .replace(/\s{2,}/g, ' ')
      .trim(),
    value: match[1].trim(),
  };
}

/**
 * The part of a folder name with the sequence: a number alone, before a dot (`1. Title`) or after `Vol.`, `Volume` or
 * `Book`, where the title may follow (`Vol. 3 Title`); `1-3` and `1 to 3` mean all of them, `1 of 3` one.
 */
const VOLUME =
  /^(?:(vol\.?|volume|book)\s*)?(?:(\d{1,3}(?:\.\d{1,2})?)|(?<=\D)(\d{4}))(?:\s?(-|–|&|to|of)\s?(\d{1,4}))?(?:(\.)?\s+(.+)|\.?)$/i;

/** `007` is 7. */
const plainNumber = (text: string): string => String(Number(text));

function takeSequence(parts: string[]): { parts: string[]; sequence: string | null } {
  for (const [i, part] of parts.entries()) {
    const match = VOLUME.exec(part.trim());
    const [, label, short, long, link, last, dot, title] = match ?? [];
    const number = short ?? long;
    /* `1 Title` is a title; a bare number needs another part to be the title. */
    if (number === undefined || (title ? !label && !dot : parts.length < 2 && !label)) continue;
    const until = last === undefined || link?.toLowerCase() === 'of' ? '' : `-${plainNumber(last)}`;
    // `Vol. 1` alone is the title, too.
    const kept = title ?? (parts.length < 2 ? part : undefined);
    const rest = [...parts.slice(0, i), ...(kept ? [kept] : []), ...parts.slice(i + 1)];
    return { parts: rest, sequence: plainNumber(number) + until };
  }
  return { parts, sequence: null };
}

/**
 * Metadata from the folders of an item: `Author/Series/Title`, `Author/Title`, `Title`, with volume number, year,
 * `{Narrator}`, `[ASIN]` and, by setting, a subtitle in the title part.
 */
export function fieldsFromPath(relPath: string, options: { isFile: boolean; parseSubtitle: boolean }): BookFields {
  const parts = relPath.split('/');
  const last = parts.pop() ?? relPath;
  const seriesName = parts.length > 1 ? parts.pop() : undefined;
  const author = parts.pop();
  const narrator = takeMarked(options.isFile ? stem(last) : last, /\{([^}]+)\}/);
  const asin = takeMarked(narrator.rest, /\[([A-Z0-9]{10})\]/);
  let sections = asin.rest
    .split(' - ')
    .map((section) => section.trim())
    .filter(Boolean);
  const taken = seriesName ? takeSequence(sections) : { parts: sections, sequence: null };
  sections = taken.parts;
  const year = sections.length > 1 ? /^[([]?(\d{4})[)\]]?$/.exec(sections[0] ?? '') : null;
  if (year) sections = sections.slice(1);
  const [first, ...rest] = sections;
  const title = options.parseSubtitle && first && rest.length ? first : sections.join(' - ');
  return {
    title: title || last,
    ...(options.parseSubtitle && rest.length ? { subtitle: rest.join(' - ') } : {}),
    ...(author ? { authors: parseNames(author) } : {}),
    ...(seriesName ? { series: [{ name: seriesName, sequence: taken.sequence }] } : {}),
    ...(year?.[1] ? { publishedYear: year[1] } : {}),
    ...(narrator.value ? { narrators: parseNames(narrator.value) } : {}),
    ...(asin.value ? { asin: asin.value } : {}),
  };
}

/** Track and disc numbers in a file name and its folder; null when missing. */
export function numbersFromFilename(relPath: string): { track: number | null; disc: number | null } {
  const parts = relPath.split('/');
  const name = stem(parts.pop() ?? '');
  const disc = /\b(?:cd|disc|disk)\s*-?_?(\d{1,3})\b/i.exec(`${parts[parts.length - 1] ?? ''} ${name}`);
  const bare = name.replace(/\b(?:cd|disc|disk)\s*-?_?\d{1,3}\b/gi, ' ').trim();
  const track = /^(\d{1,3})(?=\D|$)/.exec(bare) ?? /(?:^|\D)(\d{1,3})$/.exec(bare);
  return { track: track?.[1] ? Number(track[1]) : null, disc: disc?.[1] ? Number(disc[1]) : null };
}

import type { ReplaceAnswer } from '../../../services/replace-texts.ts';
import { type DetailName, type Details, isSame } from '../item-edit/details.logic.ts';
import type { MediaType } from '../../kit/router/routes.ts';
import { cellText, cellValue, COLUMNS, distinct, kindOf, type CellChange } from './cells.logic.ts';
import { folderReader } from './folder-pattern.logic.ts';
import { titleWith } from './title-rules.logic.ts';

export type ToolName = 'replace' | 'split' | 'folder' | 'titles';

/** The item's edited details and its place in the library folder. */
export interface TableRow {
  readonly id: string;
  readonly details: Details;
  /** Relative to the library folder, with `/` as separator. */
  readonly path: string;
  readonly isFile: boolean;
}

export interface ToolValues {
  readonly find: string;
  readonly replacement: string;
  readonly isPattern: boolean;
  readonly matchesCase: boolean;
  /** Column to search; null: all visible ones. */
  readonly column: DetailName | null;
  readonly marked: boolean;
  readonly list: DetailName;
  readonly isJoin: boolean;
  /** Separators, with spaces between them. */
  readonly separators: string;
  readonly pattern: string;
  readonly article: 'keep' | 'toEnd' | 'toFront';
  readonly articles: string;
  readonly tidies: boolean;
  readonly dropsBrackets: boolean;
  readonly case: 'keep' | 'title' | 'sentence';
}

export const FIRST_VALUES: ToolValues = {
  find: '',
  replacement: '',
  isPattern: false,
  matchesCase: false,
  column: null,
  marked: false,
  list: 'authors',
  isJoin: false,
  separators: ', &',
  pattern: '{author}/{title}',
  article: 'toEnd',
  articles: 'the a an',
  tidies: true,
  dropsBrackets: false,
  case: 'keep',
};

export interface PreviewRow extends CellChange {
  readonly before: Details[DetailName];
}

export const listsOf = (mediaType: MediaType): readonly DetailName[] =>
  COLUMNS[mediaType].filter((field) => kindOf(field) === 'names');

/** The columns to search; flags are not searched. */
export const searchedOf = (columns: readonly DetailName[], column: DetailName | null): readonly DetailName[] =>
  columns.filter((field) => kindOf(field) !== 'flag' && (column === null || field === column));

const changed = ({ id, details }: TableRow, field: DetailName, value: Details[DetailName]): readonly PreviewRow[] =>
  isSame(value, details[field]) ? [] : [{ id, field, value, before: details[field] }];

/** Each name of a list is searched on its own, so that a name with a semicolon stays one. */
export interface SearchedTexts {
  readonly texts: readonly string[];
  readonly changes: (answer: Extract<ReplaceAnswer, { kind: 'done' }>['texts']) => readonly PreviewRow[];
}

export function searchedTexts(rows: readonly TableRow[], fields: readonly DetailName[]): SearchedTexts {
  const texts: string[] = [];
  const cells: { row: TableRow; field: DetailName; from: number; count: number }[] = [];
  for (const row of rows) {
    for (const field of fields) {
      const parts = partsOf(row.details[field]);
      if (parts.length === 0) continue;
      cells.push({ row, field, from: texts.length, count: parts.length });
      texts.push(...parts);
    }
  }
  return {
    texts,
    changes: (answer) =>
      cells.flatMap(({ row, field, from, count }) => {
        const found = answer.slice(from, from + count);
        if (found.every((text) => text === null)) return [];
        const after = found.map((text, at) => text ?? texts[from + at] ?? '');
        return changed(row, field, joined(field, after, row.details[field]));
      }),
  };
}

const partsOf = (value: Details[DetailName]): readonly string[] => {
  if (typeof value === 'boolean' || value === '') return [];
  return typeof value === 'string' ? [value] : value.map((one) => (typeof one === 'string' ? one : cellText([one])));
};

function joined(field: DetailName, parts: readonly string[], before: Details[DetailName]): Details[DetailName] {
  if (typeof before === 'string') return parts[0] ?? '';
  if (kindOf(field) === 'names') return distinct(parts);
  const series = before as Details['series'];
  return parts.flatMap((text, at) => {
    const known = series[at];
    return known ? (cellValue('series', text, [known]) as Details['series']) : [];
  });
}

export function splitRows(
  rows: readonly TableRow[],
  { list, isJoin, separators }: Pick<ToolValues, 'list' | 'isJoin' | 'separators'>,
): readonly PreviewRow[] {
  const between = separators.split(' ').filter((text) => text !== '');
  if (between.length === 0 && !isJoin) return [];
  return rows.flatMap((row) => {
    const names = row.details[list];
    if (!Array.isArray(names) || kindOf(list) !== 'names') return [];
    const all = names as readonly string[];
    if (isJoin) return all.length < 2 ? [] : changed(row, list, [all.join(joiner(between[0] ?? ','))]);
    const parts = between.reduce<readonly string[]>(
      (some, separator) => some.flatMap((text) => text.split(separator)),
      all,
    );
    return parts.length === all.length ? [] : changed(row, list, distinct(parts));
  });
}

/** A comma follows the word before it; a sign like `&` stands between spaces. */
const joiner = (separator: string) => (/^[,;:]$/.test(separator) ? `${separator} ` : ` ${separator} `);

export function folderRows(
  rows: readonly TableRow[],
  pattern: string,
  mediaType: MediaType,
): { readonly rows: readonly PreviewRow[]; readonly unread: number; readonly isValid: boolean } {
  const read = folderReader(pattern, mediaType);
  if (!read) return { rows: [], unread: 0, isValid: false };
  let unread = 0;
  const changes = rows.flatMap((row) => {
    const found = read(row);
    if (!found) {
      unread += 1;
      return [];
    }
    return found.flatMap(({ field, value }) => changed(row, field, value));
  });
  return { rows: changes, unread, isValid: true };
}

export function titleRows(rows: readonly TableRow[], values: ToolValues): readonly PreviewRow[] {
  return rows.flatMap((row) => changed(row, 'title', titleWith(row.details.title, values)));
}

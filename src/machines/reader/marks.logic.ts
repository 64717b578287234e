import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { Mark, MarkColour, MarkChange } from '../../schemas/marks.ts';
import type { PageMark, Place, TextSelection } from '../../services/reader/engine.ts';
import { markBackground, MARK_COLOURS } from '../../services/reader/mark-style.ts';
import type { BookFile } from './formats.logic.ts';

export interface MarksInput {
  readonly itemId: string;
  readonly ino: string;
  readonly fileName: string;
  readonly format: string;
  readonly title: string;
  readonly author: string;
}

interface Maker {
  readonly userId: string;
  readonly book: MarksInput;
  readonly id: string;
  readonly now: number;
}

export function marksInputOf(
  { itemId, item }: { readonly itemId: string; readonly item: LibraryItemExpanded | null },
  { ino, name, format }: BookFile,
): MarksInput {
  const { title = null, authorName = '' } = item?.mediaType === 'book' ? item.media.metadata : {};
  return { itemId, ino, fileName: name, format, title: title ?? '', author: authorName };
}

/** Also after the server gave the file another id. */
export function isOfFile(mark: Mark, { ino, fileName }: Pick<MarksInput, 'ino' | 'fileName'>): boolean {
  return mark.ino === ino || mark.fileName === fileName;
}

export function withChanges(marks: readonly Mark[], changes: readonly MarkChange[]): readonly Mark[] {
  const all = new Map(marks.map((mark) => [mark.id, mark]));
  for (const change of changes) {
    const { mark } = change;
    if (change.kind === 'remove') all.delete(mark.id);
    else all.set(mark.id, change.kind === 'put' ? mark : { ...(all.get(mark.id) ?? mark), ...change.fields });
  }
  return [...all.values()].toSorted((one, other) => one.share - other.share || one.createdAt - other.createdAt);
}

export function highlightOf({ userId, book, id, now }: Maker, selection: TextSelection, colour: MarkColour): Mark {
  const { target, text, share, chapter } = selection;
  const { itemId, ino, fileName } = book;
  const words = { target, text, share, chapter, page: null, colour, note: '', createdAt: now };
  return { id, kind: 'highlight', userId, itemId, ino, fileName, ...words };
}

const NO_WORDS = '';

export function bookmarkOf({ userId, book, id, now }: Maker, place: Place): Mark {
  const { location, share, page, chapter } = place;
  const { itemId, ino, fileName } = book;
  const isFixed = /^\d+$/.test(location);
  const rest = { text: NO_WORDS, colour: MARK_COLOURS[0] ?? ('yellow' as const), note: NO_WORDS, createdAt: now };
  const where = { target: location, share, page: isFixed ? page : null, chapter };
  return { id, kind: 'bookmark', userId, itemId, ino, fileName, ...where, ...rest };
}

/** Bookmarks are not drawn. */
export function pageMarksOf(marks: readonly Mark[]): readonly PageMark[] {
  return marks.map(({ id, target, text, colour, note }) => ({ id, target, text, colour, hasNote: note !== '' }));
}

export function citationOf(
  { text, chapter }: { readonly text: string; readonly chapter: string | null },
  { title, author }: Pick<MarksInput, 'title' | 'author'>,
): string {
  const source = [author, title, chapter].filter(Boolean).join(', ');
  return source === '' ? `“${text}”` : `“${text}”\n— ${source}`;
}

/** CSS of a colour sample in the reader's theme. */
export const swatchOf = markBackground;

export const markColours = () => MARK_COLOURS;

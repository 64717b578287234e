import { safeParse } from 'zod/v4/core';
import { z } from '../../schemas/zod.ts';
import { marksFile, MARKS_FILE, type Mark, type MarkColour, type MarksFile } from '../../schemas/marks.ts';
import type { MarksInput } from './marks.logic.ts';

/** In the user's language. */
export interface MarksWords {
  readonly bookmark: string;
  readonly colours: Readonly<Record<MarkColour, string>>;
  readonly locale: string;
}

export type MarksFileFault = 'unreadable' | 'newer' | 'tooLarge' | 'otherBook' | 'otherFormat';

export class MarksFileException extends Error {
  readonly fault: MarksFileFault;

  constructor(fault: MarksFileFault, options?: ErrorOptions) {
    super(fault, options);
    this.name = 'MarksFileException';
    this.fault = fault;
  }
}

/** A limit in bytes. */
const MOST_BYTES = 10_000_000;
const anyVersion = z.object({ type: z.literal(MARKS_FILE), version: z.number() });

export function jsonOf(marks: readonly Mark[], { itemId, title, author, fileName, format }: MarksInput): string {
  const file: MarksFile = {
    type: MARKS_FILE,
    version: 1,
    book: { itemId, title, author, fileName, format },
    marks: marks.map(({ userId: _user, itemId: _item, ino: _ino, fileName: _name, ...rest }) => rest),
  };
  return JSON.stringify(file, null, 2);
}

export function markdownOf(marks: readonly Mark[], { title, author }: MarksInput, words: MarksWords): string {
  const lines = [`# ${escaped(title)}`, ...(author === '' ? [] : [escaped(author)])];
  const percent = new Intl.NumberFormat(words.locale, { style: 'percent' });
  let chapter: string | null = null;
  for (const mark of marks) {
    if (mark.chapter !== null && mark.chapter !== chapter) lines.push(`## ${escaped(mark.chapter)}`);
    chapter = mark.chapter;
    const name = mark.kind === 'bookmark' ? words.bookmark : words.colours[mark.colour];
    if (mark.text !== '') lines.push(`> ${escaped(mark.text)}`);
    if (mark.note !== '') lines.push(mark.note.split('\n').map(escaped).join('\n'));
    lines.push(`*${name} · ${percent.format(Math.floor(mark.share * 100) / 100)}*`);
  }
  return `${lines.join('\n\n')}\n`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&').replace(/^(\s*)([-+]|\d+(?=[.)]))/, '$1\\$2');
}

/** @throws MarksFileException with the reason */
export async function readMarksFile(file: Blob, book: MarksInput): Promise<MarksFile['marks']> {
  if (file.size > MOST_BYTES) throw new MarksFileException('tooLarge');
  const read = contentOf(await file.text());
  if (!isOfBook(read.book, book)) throw new MarksFileException('otherBook');
  if (read.book.format !== book.format) throw new MarksFileException('otherFormat');
  return read.marks;
}

function contentOf(text: string): MarksFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new MarksFileException('unreadable', { cause });
  }
  const version = safeParse(anyVersion, value);
  if (version.success && version.data.version > 1) throw new MarksFileException('newer');
  const parsed = safeParse(marksFile, value);
  if (!parsed.success) throw new MarksFileException('unreadable', { cause: parsed.error });
  return parsed.data;
}

/** Ids differ by server and titles by edit: one match suffices. */
function isOfBook(one: MarksFile['book'], other: MarksInput): boolean {
  return (
    one.itemId === other.itemId || one.fileName === other.fileName || (one.title !== '' && one.title === other.title)
  );
}

export function newMarks(marks: MarksFile['marks'], known: readonly Mark[]): MarksFile['marks'] {
  const keyOf = ({ kind, target }: Pick<Mark, 'kind' | 'target'>) => `${kind} ${target}`;
  const keys = new Set(known.map(keyOf));
  return marks.filter((mark) => {
    const key = keyOf(mark);
    return !keys.has(key) && Boolean(keys.add(key));
  });
}

import type { Chapter } from './files.types.ts';

/** A chapter of a list from outside: its place (from 0) is its id, whatever it says. */
export function numberedChapter({ start, end, title }: Omit<Chapter, 'id'>, id: number): Chapter {
  return { id, start, end, title };
}

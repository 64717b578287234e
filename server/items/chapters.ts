import type { Chapter } from './files.types.ts';

/** A chapter of an outside list: its index (from 0) becomes its id. */
export function numberedChapter({ start, end, title }: Omit<Chapter, 'id'>, id: number): Chapter {
  return { id, start, end, title };
}

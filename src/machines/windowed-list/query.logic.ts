import type { ListContext } from './windowed-list.protocol.ts';

export function isSameQuery(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isShown({ query, shownQuery }: ListContext): boolean {
  return shownQuery !== null && isSameQuery(query, shownQuery);
}

import type { ListContext } from './windowed-list.protocol.ts';

/** Two queries are the same when their JSON is. */
export function isSameQuery(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether what is shown is what is asked for. */
export function isShown({ query, shownQuery }: ListContext): boolean {
  return shownQuery !== null && isSameQuery(query, shownQuery);
}

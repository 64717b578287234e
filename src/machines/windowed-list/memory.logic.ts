import { z } from '../../schemas/zod.ts';
import type { PageInput, PageStateSaved } from '../page-host/page.protocol.ts';
import { isSameQuery } from './query.logic.ts';
import { idAt, NO_WINDOW, type ListItem } from './window.logic.ts';
import type { ListContext, ListInput, ListMemory } from './windowed-list.protocol.ts';

/** What of a list outlives a reload: all but its items. */
const storedList = z.object({
  query: z.unknown(),
  total: z.number(),
  window: z.object({ first: z.number(), last: z.number() }),
  offset: z.number(),
  focused: z.nullable(z.number()),
});

/**
 * How this history entry left the list of its page; null for a new entry. After a reload without items, and null when
 * it is of something else than `isQuery` knows.
 */
export function readListMemory<Item extends ListItem, Query>(
  { memory, stored }: Pick<PageInput, 'memory' | 'stored'>,
  isQuery: (query: unknown) => query is Query,
): ListMemory<Item, Query> | null {
  if (memory) return memory as ListMemory<Item, Query>;
  const parsed = z.safeParse(storedList, stored);
  if (!parsed.success || !isQuery(parsed.data.query)) return null;
  return { ...parsed.data, query: parsed.data.query, pages: new Map() };
}

/** To the page host: the list as it is now. Its items are not written to the browser's storage. */
export function listSaved(entryKey: string, memory: ListMemory): PageStateSaved {
  const { pages: _pages, ...stored } = memory;
  return { type: 'page.stateSaved', entryKey, memory, stored };
}

/** A list as it was left, or a new one. */
export function begin({ query, memory }: ListInput): ListContext {
  const usable = memory && isSameQuery(memory.query, query) ? memory : null;
  return {
    query,
    shownQuery: usable ? query : null,
    total: usable?.total ?? 0,
    pages: usable?.pages ?? new Map(),
    outdated: new Set(),
    loading: [],
    failed: [],
    window: usable?.window ?? NO_WINDOW,
    offset: usable?.offset ?? 0,
    focused: usable?.focused ?? null,
    focusedId: usable ? idAt(usable.pages, usable.focused) : null,
    followed: null,
    error: null,
  };
}

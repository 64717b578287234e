import { z } from '../../../schemas/zod.ts';
import type { PageInput, PageStateSaved } from '../../app/page-host/page.protocol.ts';
import { idAt, NO_WINDOW, type ListItem, isSameQuery } from './window.logic.ts';
import type { ListContext, ListInput, ListMemory } from './windowed-list.protocol.ts';

const storedList = z.object({
  query: z.unknown(),
  total: z.number(),
  window: z.object({ first: z.number(), last: z.number() }),
  offset: z.number(),
  focused: z.nullable(z.number()),
});

/** The list as its history entry left it; null for a new entry or another query. After a reload, without items. */
export function readListMemory<Item extends ListItem, Query>(
  { memory, stored }: Pick<PageInput, 'memory' | 'stored'>,
  isQuery: (query: unknown) => query is Query,
): ListMemory<Item, Query> | null {
  if (memory) return memory as ListMemory<Item, Query>;
  const parsed = z.safeParse(storedList, stored);
  if (!parsed.success || !isQuery(parsed.data.query)) return null;
  return { ...parsed.data, query: parsed.data.query, pages: new Map() };
}

/** Saves the list for its history entry. Items are not stored in the browser. */
export function listSaved(entryKey: string, memory: ListMemory): PageStateSaved {
  const { pages: _pages, ...stored } = memory;
  return { type: 'page.stateSaved', entryKey, memory, stored };
}

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

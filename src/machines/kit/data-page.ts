import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import type { Failure } from './failure.logic.ts';

const remember = {
  type: 'rememberFailure',
  params: ({ event: { cause } }: { event: Failure }) => ({ cause }),
} as const;
const isMissing = { type: 'isMissing', params: ({ event: { cause } }: { event: Failure }) => ({ cause }) } as const;

/**
 * States of a page with one resource: loading, failed with a retry (`page.retry`), shown until the server drops it.
 * The page invokes the resource as `data`, provides `keepData`, `rememberFailure`, `retry` and `isMissing`, and writes
 * its state `shown` with the transitions `kept` and `removed`.
 */
export function dataPage<Data>() {
  const keep = {
    type: 'keepData',
    params: ({ event: { data } }: { event: { data: Data } }) => ({ data }),
  } as const;
  return {
    loading: {
      tags: 'busy',
      on: {
        'data.loaded': { target: 'shown', actions: keep },
        'data.failed': { target: 'failed', actions: remember },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'page.retry': { target: 'loading', actions: 'retry' },
        'data.loaded': { target: 'shown', actions: keep },
      },
    },
    kept: { 'data.loaded': { actions: keep } },
    /** `freshnessMachine` retries other failures. */
    removed: { 'data.failed': { guard: isMissing, target: 'failed', actions: remember } },
  } as const;
}

const markOutdated = { actions: 'markOutdated' } as const;

/** Events that change a library's items; they run the action `markOutdated`. */
export const itemChanges = {
  'server.item.added': markOutdated,
  'server.items.added': markOutdated,
  'server.item.updated': markOutdated,
  'server.items.updated': markOutdated,
  'server.item.removed': markOutdated,
} as const;

export type ItemChange = keyof typeof itemChanges;

export interface PageRetry {
  type: 'page.retry';
}

const ofItem = {
  guard: {
    type: 'concernsOne',
    params: ({ event }: { event: ServerEventOf<`server.item.${'added' | 'updated'}`> }) => ({ items: [event.item] }),
  },
  actions: 'markOutdated',
} as const;
const ofItems = {
  guard: {
    type: 'concernsOne',
    params: ({ event }: { event: ServerEventOf<`server.items.${'added' | 'updated'}`> }) => event.items,
  },
  actions: 'markOutdated',
} as const;

/** For `on`: item events that run `markOutdated` if `concernsOne` (params: `items`). */
export const itemNews = {
  'server.item.added': ofItem,
  'server.items.added': ofItems,
  'server.item.updated': ofItem,
  'server.items.updated': ofItems,
} as const;

import type { Failure } from './failure.logic.ts';

const remember = {
  type: 'rememberFailure',
  params: ({ event: { cause } }: { event: Failure }) => ({ cause }),
} as const;
const isGone = { type: 'isGone', params: ({ event: { cause } }: { event: Failure }) => ({ cause }) } as const;

/**
 * What pages of one resource have in common: they load its data, say why it could not be read, with a way to try again
 * (`page.retry`), and show it until the server says that it is gone. The page invokes the resource as `data`, has the
 * actions `keepData`, `rememberFailure` and `retry` and the guard `isGone`, and writes its state `shown` itself, with
 * `kept` and `gone` among its transitions.
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
    /** Of `shown`: the data is fetched again. */
    kept: { 'data.loaded': { actions: keep } },
    /** Of `shown`: other failures are got over by themselves (`freshnessMachine`). */
    gone: { 'data.failed': { guard: isGone, target: 'failed', actions: remember } },
  } as const;
}

const markOutdated = { actions: 'markOutdated' } as const;

/** Whatever changes the items of a library makes what is shown of it outdated: action `markOutdated`. */
export const itemChanges = {
  'server.item.added': markOutdated,
  'server.items.added': markOutdated,
  'server.item.updated': markOutdated,
  'server.items.updated': markOutdated,
  'server.item.removed': markOutdated,
} as const;

/** What a machine with {@link itemChanges} hears. */
export type ItemChange = keyof typeof itemChanges;

/** To such a page: the visitor pressed Try again. */
export interface PageRetry {
  type: 'page.retry';
}

import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import { by } from '../kit/by.ts';

const ofThis = {
  type: 'isThis',
  params: ({ event }: { event: ServerEventOf<'server.item.updated' | 'server.item.removed'> }) => event.item,
} as const;
const holdsThis = {
  type: 'holdsThis',
  params: ({ event }: { event: ServerEventOf<'server.items.updated'> }) => event.items,
} as const;

/** State of a page whose data failed to load. It provides `retry` and `refresh`. */
export const failedPage = {
  tags: 'failed',
  on: {
    'page.retry': { target: 'loading', actions: 'retry' },
    'page.refresh': { target: 'loading', actions: 'refresh' },
  },
} as const;

/**
 * States of a page of one item until that is `ready`, the name of the page's own state. The page invokes the item as
 * `item`, and provides `isUsable`, `open`, `notifyLibrary`, `rememberFailure`, `retry` and `refresh`.
 */
export const untilLoaded = <const Ready extends string>(ready: Ready) =>
  ({
    loading: {
      tags: 'busy',
      on: {
        'item.loaded': [
          { guard: by('isUsable'), target: ready, actions: [by('open'), by('notifyLibrary')] },
          { target: 'unavailable', actions: by('notifyLibrary') },
        ],
        'item.failed': { target: 'failed', actions: by('rememberFailure') },
      },
    },
    failed: failedPage,
  }) as const;

/**
 * States of a page that edits a draft of one item, until its own `editing`, which follows the item by `whileEditing`.
 * Besides, the page provides `isMissing`, `isThis`, `holdsThis`, `follow`, `markOutdated`, `keepDraft` and
 * `forgetDraft`.
 */
export const draftPage = {
  ...untilLoaded('editing'),
  unavailable: {},
  removed: { entry: 'forgetDraft' },
} as const;

export const whileEditing = {
  'item.loaded': { actions: [by('follow'), 'keepDraft'] },
  'item.failed': { guard: by('isMissing'), target: 'removed' },
  'server.item.updated': { guard: ofThis, actions: 'markOutdated' },
  'server.items.updated': { guard: holdsThis, actions: 'markOutdated' },
  'server.item.removed': { guard: ofThis, target: 'removed' },
} as const;

/** A region beside the draft: holds navigation while it is unsaved (`isChanged`, else `isSaved`). */
export const door = {
  initial: 'open',
  states: {
    open: { always: { guard: 'isChanged', target: 'held' } },
    held: { invoke: { src: 'leaveGuard', id: 'leaveGuard' }, always: { guard: 'isSaved', target: 'open' } },
  },
} as const;

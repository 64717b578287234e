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

/**
 * States of a page that edits a draft of one item, until its own `editing`, which follows the item by `whileEditing`.
 * The page invokes the item as `item`, and provides `isEditable`, `isMissing`, `isThis`, `holdsThis`, `open`, `follow`,
 * `notifyLibrary`, `rememberFailure`, `retry`, `refresh`, `markOutdated`, `keepDraft` and `forgetDraft`.
 */
export const draftPage = {
  loading: {
    tags: 'busy',
    on: {
      'item.loaded': [
        { guard: by('isEditable'), target: 'editing', actions: [by('open'), by('notifyLibrary')] },
        { target: 'unavailable', actions: by('notifyLibrary') },
      ],
      'item.failed': { target: 'failed', actions: by('rememberFailure') },
    },
  },
  failed: {
    tags: 'failed',
    on: {
      'page.retry': { target: 'loading', actions: 'retry' },
      'page.refresh': { target: 'loading', actions: 'refresh' },
    },
  },
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

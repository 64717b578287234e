import type { ActorRefFrom } from 'xstate';
import { beginList, mediaListSetup, SETTLE_MS } from './media-list.setup.ts';

const collectionIn = ({ event }: { event: { collection: { id: string } } }) => event.collection;
const playlistIn = ({ event }: { event: { playlist: { id: string } } }) => event.playlist;

/**
 * One collection or playlist. Changes show at once; `mediaLists` sends them.
 *
 * Invariants:
 * 1. Server data replaces the list only while no change is pending.
 * 2. A removed list, here or elsewhere, is left once.
 */
export const mediaListMachine = mediaListSetup.createMachine({
  id: 'mediaList',
  context: ({ input }) => beginList(input),
  invoke: [
    {
      src: 'list',
      id: 'list',
      input: ({ context: { kind, id } }) => ({ request: { kind, id }, settleMs: SETTLE_MS }),
    },
    { src: 'jobWatch', id: 'jobWatch' },
  ],
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      on: {
        'list.loaded': {
          target: 'ready',
          actions: [
            { type: 'keep', params: ({ event }) => event },
            { type: 'notifyLibrary', params: ({ event }) => event },
          ],
        },
        'list.failed': [
          { guard: { type: 'isGone', params: ({ event }) => event }, target: 'missing' },
          { guard: { type: 'isForbidden', params: ({ event }) => event }, target: 'forbidden' },
          { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => event } },
        ],
        'page.refresh': { actions: 'refresh' },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'mediaList.retry': { target: 'loading', actions: 'retry' },
        'page.refresh': { target: 'loading', actions: 'refresh' },
      },
    },
    missing: { on: { 'page.refresh': { target: 'loading', actions: 'refresh' } } },
    forbidden: { on: { 'page.refresh': { target: 'loading', actions: 'refresh' } } },
    ready: {
      on: {
        'list.loaded': [
          { guard: 'isChanging', actions: 'noteOutdated' },
          { actions: { type: 'keep', params: ({ event }) => event } },
        ],
        'list.failed': [
          { guard: { type: 'isGone', params: ({ event }) => event }, target: 'removed', actions: 'notifyRemoved' },
          { guard: { type: 'isForbidden', params: ({ event }) => event }, target: 'forbidden' },
        ],
        'page.refresh': { actions: 'refresh' },
        'server.collection.updated': {
          guard: { type: 'isNews', params: ({ event }) => ({ data: event.collection }) },
          actions: 'markOutdated',
        },
        'server.playlist.updated': {
          guard: { type: 'isNews', params: ({ event }) => ({ data: event.playlist }) },
          actions: 'markOutdated',
        },
        'server.item.updated': {
          guard: { type: 'holdsOne', params: ({ event }) => ({ ids: [event.item.id] }) },
          actions: 'markOutdated',
        },
        'server.item.removed': {
          guard: { type: 'holdsOne', params: ({ event }) => ({ ids: [event.item.id] }) },
          actions: 'markOutdated',
        },
        'server.items.updated': {
          guard: { type: 'holdsOne', params: ({ event }) => ({ ids: event.items.items.map(({ id }) => id) }) },
          actions: 'markOutdated',
        },
        'server.rssFeed.opened': {
          guard: { type: 'isThis', params: ({ event }) => ({ id: event.feed.entityId }) },
          actions: 'markOutdated',
        },
        'server.rssFeed.closed': {
          guard: { type: 'isThis', params: ({ event }) => ({ id: event.feed.entityId }) },
          actions: 'markOutdated',
        },
        'mediaList.play': { actions: { type: 'play', params: ({ event }) => event } },
        'mediaList.arrange': { actions: [{ type: 'arrange', params: ({ event }) => event }, 'saveState'] },
        'mediaList.move': { actions: { type: 'move', params: ({ event }) => event } },
        'mediaList.keepOrder': { guard: 'isMoved', actions: 'saveOrder' },
        'mediaList.remove': { actions: { type: 'remove', params: ({ event }) => event } },
        'mediaList.edit': { actions: { type: 'openEdit', params: ({ event }) => event } },
        'mediaList.copy': { actions: 'copy' },
        'mediaList.delete': { guard: 'isStaying', actions: 'ask' },
        'modal.closed': [
          { guard: { type: 'isAccepted', params: ({ event }) => event }, actions: 'delete' },
          { guard: { type: 'wantsRemoval', params: ({ event }) => event }, actions: 'ask' },
          {
            guard: { type: 'wasSaved', params: ({ event }) => event },
            actions: { type: 'rename', params: ({ event }) => event },
          },
        ],
        'listJob.settled': [
          { guard: { type: 'isRemoved', params: ({ event }) => event }, target: 'removed' },
          {
            guard: { type: 'isOwn', params: ({ event }) => event },
            actions: { type: 'settle', params: ({ event }) => event },
          },
        ],
        'server.collection.removed': [
          { guard: { type: 'isOwnRemoval', params: collectionIn }, target: 'removed' },
          { guard: { type: 'isThis', params: collectionIn }, target: 'removed', actions: 'notifyRemoved' },
        ],
        'server.playlist.removed': [
          { guard: { type: 'isOwnRemoval', params: playlistIn }, target: 'removed' },
          { guard: { type: 'isThis', params: playlistIn }, target: 'removed', actions: 'notifyRemoved' },
        ],
      },
    },
    removed: { entry: 'leave' },
  },
});

export type MediaListRef = ActorRefFrom<typeof mediaListMachine>;

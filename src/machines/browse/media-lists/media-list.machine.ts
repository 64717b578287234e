import type { ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
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
          actions: [by('keep'), by('notifyLibrary')],
        },
        'list.failed': [
          { guard: by('isMissing'), target: 'missing' },
          { guard: by('isForbidden'), target: 'forbidden' },
          { target: 'failed', actions: by('rememberFailure') },
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
        'list.loaded': [{ guard: 'isChanging', actions: 'noteOutdated' }, { actions: by('keep') }],
        'list.failed': [
          { guard: by('isMissing'), target: 'removed', actions: 'notifyRemoved' },
          { guard: by('isForbidden'), target: 'forbidden' },
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
        'mediaList.play': { actions: by('play') },
        'mediaList.arrange': { actions: [by('arrange'), 'saveState'] },
        'mediaList.move': { actions: by('move') },
        'mediaList.keepOrder': { guard: 'isMoved', actions: 'saveOrder' },
        'mediaList.remove': { actions: by('remove') },
        'mediaList.edit': { actions: by('openEdit') },
        'mediaList.copy': { actions: 'copy' },
        'mediaList.delete': { guard: 'isStaying', actions: 'ask' },
        'modal.closed': [
          { guard: by('isAccepted'), actions: 'delete' },
          { guard: by('wantsRemoval'), actions: 'ask' },
          {
            guard: by('wasSaved'),
            actions: by('rename'),
          },
        ],
        'listJob.settled': [
          { guard: by('isRemoved'), target: 'removed' },
          {
            guard: by('isOwn'),
            actions: by('settle'),
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

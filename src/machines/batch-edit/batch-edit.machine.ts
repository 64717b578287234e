import type { ActorRefFrom } from 'xstate';
import { getPorts } from '../app/ports.ts';
import { historyOf } from '../kit/history.logic.ts';
import { updateOf } from './batch-edit.logic.ts';
import { batchEditSetup, SETTLE_MS } from './batch-edit.setup.ts';
import { BATCH_DRAFT } from './batch-edit.stored.ts';
import { mapDetailsOf } from './map-details.logic.ts';

/** Page that edits the selected items: a draft with undo that survives a reload. Failed parts of a save stay. */
export const batchEditMachine = batchEditSetup.createMachine({
  id: 'batchEdit',
  context: ({ self, input: { route } }) => {
    const kept = getPorts(self.system).tabStorage.read(BATCH_DRAFT);
    return {
      ids: kept?.ids ?? [],
      view: route.view ?? 'cards',
      loaded: 0,
      items: new Map(),
      history: historyOf(new Map()),
      clashes: new Map(),
      kept,
      isRestored: false,
      map: mapDetailsOf('book'),
      isMapOpen: false,
      applied: null,
      isRefused: false,
      follow: null,
      sending: 0,
      report: null,
      former: new Map(),
      fed: null,
      error: null,
    };
  },
  invoke: {
    src: 'items',
    id: 'items',
    input: ({ context, self }) => ({ request: { ids: context.ids, replyTo: self }, settleMs: SETTLE_MS }),
  },
  initial: 'loading',
  on: {
    'page.refresh': { actions: 'refresh' },
    'page.moved': { actions: { type: 'takeView', params: ({ event }) => event } },
    'batch.show': { actions: { type: 'showView', params: ({ event }) => event } },
  },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'items.progressed': { actions: { type: 'noteLoaded', params: ({ event }) => event } },
        'items.loaded': [
          {
            guard: { type: 'isAnyLeft', params: ({ event }) => event },
            target: 'editing',
            actions: [
              { type: 'open', params: ({ event }) => event },
              { type: 'notifyLibrary', params: ({ event }) => event },
            ],
          },
          { target: 'empty' },
        ],
        'items.failed': { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => event } },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'batch.retry': { target: 'loading', actions: 'retry' },
        'page.refresh': { target: 'loading', actions: 'refresh' },
      },
    },
    empty: { entry: 'forgetAll' },
    editing: {
      type: 'parallel',
      on: {
        'batch.settle': { actions: 'settle' },
        'batch.toggleMap': { actions: 'toggleMap' },
        'batch.setMapMode': { actions: { type: 'setMapMode', params: ({ event }) => event } },
        'batch.toggleUse': { actions: { type: 'toggleUse', params: ({ event }) => event } },
        'batch.changeMap': { actions: { type: 'changeMap', params: ({ event }) => event } },
        'batch.resetMap': { actions: 'resetMap' },
        'batch.populate': { actions: 'populate' },
        'batch.populateFrom': { actions: { type: 'populateFrom', params: ({ event }) => event } },
      },
      states: {
        draft: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'items.loaded': [
                  {
                    guard: { type: 'isAnyLeft', params: ({ event }) => event },
                    actions: [{ type: 'follow', params: ({ event }) => event }, 'keepDraft'],
                  },
                  { target: '#batchEdit.empty' },
                ],
                'batch.change': { actions: [{ type: 'change', params: ({ event }) => event }, 'keepDraft'] },
                'batch.changeCells': {
                  actions: [{ type: 'changeCells', params: ({ event }) => event }, 'keepDraft'],
                },
                'batch.revert': { actions: [{ type: 'revert', params: ({ event }) => event }, 'keepDraft'] },
                'batch.apply': { actions: ['apply', 'keepDraft'] },
                'batch.undo': { actions: ['undo', 'dropClashes', 'keepDraft'] },
                'batch.redo': { actions: ['redo', 'dropClashes', 'keepDraft'] },
                'batch.reset': { actions: ['reset', 'keepDraft'] },
                'batch.takeTheirs': { actions: [{ type: 'takeTheirs', params: ({ event }) => event }, 'keepDraft'] },
                'batch.keepMine': { actions: [{ type: 'keepMine', params: ({ event }) => event }, 'keepDraft'] },
                'batch.showFault': { actions: 'refuse' },
                'batch.save': { guard: 'isReady', target: 'saving' },
                'leave.wanted': { guard: 'isHeld', target: 'asking' },
                'server.item.updated': {
                  guard: { type: 'isOne', params: ({ event }) => event.item },
                  actions: 'markOutdated',
                },
                'server.items.updated': {
                  guard: { type: 'areSome', params: ({ event }) => event.items },
                  actions: 'markOutdated',
                },
                'server.item.removed': {
                  guard: { type: 'isOne', params: ({ event }) => event.item },
                  actions: 'markOutdated',
                },
              },
            },
            asking: {
              entry: 'ask',
              on: {
                'items.loaded': [
                  {
                    guard: { type: 'isAnyLeft', params: ({ event }) => event },
                    actions: [{ type: 'follow', params: ({ event }) => event }, 'keepDraft'],
                  },
                  { target: '#batchEdit.empty' },
                ],
                'modal.closed': [
                  {
                    guard: { type: 'isAccepted', params: ({ event }) => event },
                    target: 'resting',
                    actions: ['forgetAll', 'proceed'],
                  },
                  { target: 'resting' },
                ],
              },
            },
            saving: {
              tags: 'busy',
              entry: 'beginSaving',
              invoke: { src: 'sender', id: 'sender', input: ({ context }) => updateOf(context) },
              on: {
                'batch.partSettled': { actions: [{ type: 'takePart', params: ({ event }) => event }, 'keepDraft'] },
                'batch.allSettled': [
                  { guard: 'isAllSaved', target: '#batchEdit.left' },
                  { guard: 'isPartSaved', target: 'resting', actions: ['notifySaved', 'markOutdated'] },
                  { target: 'resting', actions: 'markOutdated' },
                ],
              },
            },
          },
        },
        panel: {
          initial: 'listing',
          states: {
            listing: {
              on: {
                'batch.review': [{ guard: 'maySave', target: 'reviewing', actions: 'accept' }, { actions: 'refuse' }],
              },
            },
            reviewing: {
              always: { guard: 'isOver', target: 'listing' },
              on: { 'batch.back': { guard: 'isResting', target: 'listing' } },
            },
          },
        },
        table: {
          initial: 'closed',
          states: {
            closed: { always: { guard: 'isTable', target: 'open' } },
            open: {
              entry: 'noteFed',
              invoke: {
                src: 'table',
                id: 'table',
                input: ({ context }) => ({
                  data: { items: context.items, drafts: context.history.draft },
                  mediaType: context.map.values.mediaType,
                }),
              },
              always: [
                { guard: 'isCards', target: 'closed' },
                { guard: 'isTableStale', actions: ['noteFed', 'feed'] },
              ],
            },
          },
        },
        door: {
          initial: 'open',
          states: {
            open: { always: { guard: 'isChanged', target: 'held' } },
            held: { invoke: { src: 'leaveGuard', id: 'leaveGuard' }, always: { guard: 'isSaved', target: 'open' } },
          },
        },
      },
    },
    left: { entry: ['forgetAll', 'notifySaved', 'showShelf'] },
  },
});

export type BatchEditRef = ActorRefFrom<typeof batchEditMachine>;

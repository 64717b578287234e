import { type ActorRefFrom, assign, sendTo } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { historyOf, settled } from '../../kit/history.logic.ts';
import {
  updateOf,
  changedCells,
  populatedFromAll,
  populatedFromOne,
  appliedToAll,
  changedOf,
} from './batch-edit.logic.ts';
import { batchEditSetup, SETTLE_MS } from './batch-edit.setup.ts';
import { BATCH_DRAFT } from './batch-edit.stored.ts';
import { mapDetailsOf } from './map-details.logic.ts';
import { door, failedPage } from '../draft-page.ts';

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
    'page.moved': { actions: assign(({ event: { route } }) => ({ view: route.view ?? 'cards' })) },
    'batch.show': { actions: by('showView') },
  },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'items.progressed': { actions: assign(({ event: { count } }) => ({ loaded: count })) },
        'items.loaded': [
          { guard: by('isAnyLeft'), target: 'editing', actions: [by('open'), by('notifyLibrary')] },
          { target: 'empty' },
        ],
        'items.failed': { target: 'failed', actions: by('rememberFailure') },
      },
    },
    failed: failedPage,
    empty: { entry: 'forgetAll' },
    editing: {
      type: 'parallel',
      on: {
        'batch.settle': { actions: assign(({ context }) => ({ history: settled(context.history) })) },
        'batch.toggleMap': { actions: assign(({ context }) => ({ isMapOpen: !context.isMapOpen })) },
        'batch.setMapMode': { actions: assign(({ context, event: { mode } }) => ({ map: { ...context.map, mode } })) },
        'batch.toggleUse': { actions: by('toggleUse') },
        'batch.changeMap': { actions: by('changeMap') },
        'batch.resetMap': { actions: 'resetMap' },
        'batch.populate': { actions: assign(({ context }) => populatedFromAll(context)) },
        'batch.populateFrom': { actions: assign(({ context, event: { id } }) => populatedFromOne(context, id)) },
      },
      states: {
        draft: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'items.loaded': [
                  { guard: by('isAnyLeft'), actions: [by('follow'), 'keepDraft'] },
                  { target: '#batchEdit.empty' },
                ],
                'batch.change': { actions: [by('change'), 'keepDraft'] },
                'batch.changeCells': {
                  actions: [assign(({ context, event: { cells } }) => changedCells(context, cells)), 'keepDraft'],
                },
                'batch.revert': { actions: [by('revert'), 'keepDraft'] },
                'batch.apply': { actions: [assign(({ context }) => appliedToAll(context)), 'keepDraft'] },
                'batch.undo': { actions: ['undo', 'dropClashes', 'keepDraft'] },
                'batch.redo': { actions: ['redo', 'dropClashes', 'keepDraft'] },
                'batch.reset': { actions: ['reset', 'keepDraft'] },
                'batch.takeTheirs': { actions: [by('takeTheirs'), 'keepDraft'] },
                'batch.keepMine': { actions: [by('keepMine'), 'keepDraft'] },
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
                  { guard: by('isAnyLeft'), actions: [by('follow'), 'keepDraft'] },
                  { target: '#batchEdit.empty' },
                ],
                'modal.closed': [
                  {
                    guard: by('isAccepted'),
                    target: 'resting',
                    actions: ['forgetAll', sendTo('leaveGuard', { type: 'leave.proceed' })],
                  },
                  { target: 'resting' },
                ],
              },
            },
            saving: {
              tags: 'busy',
              entry: assign(({ context }) => ({ sending: changedOf(context).length, report: null })),
              invoke: { src: 'sender', id: 'sender', input: ({ context }) => updateOf(context) },
              on: {
                'batch.partSettled': { actions: [by('takePart'), 'keepDraft'] },
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
        door,
      },
    },
    left: { entry: ['forgetAll', 'notifySaved', 'showShelf'] },
  },
});

export type BatchEditRef = ActorRefFrom<typeof batchEditMachine>;

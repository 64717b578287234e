import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { toAppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { named, type SystemRef } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { failureOf, type Failure } from '../../kit/failure.logic.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { MatchesBefore } from '../../edit/quick-match/match-report.logic.ts';
import type { RouteChanged } from '../../kit/router/navigation.actor.ts';
import type { BatchLogic, BatchRef } from '../../edit/batch/batch.machine.ts';
import { escapeKey } from './escape-key.actor.ts';
import type { FoundItems } from './find-items.ts';
import { findItems, loadBatch } from './selection-code.ts';
import {
  cutToast,
  goneOf,
  idsOfItem,
  toggled,
  unknownOf,
  withAll,
  withoutAll,
  type Picked,
} from './selection.logic.ts';
import type {
  Anchor,
  BatchInput,
  BatchOutput,
  MatchesBegun,
  MissingPages,
  PickedItem,
  SelectionCommand,
} from './selection.protocol.ts';
import { spawnLoaded } from '../../kit/spawn-loaded.ts';

export type SelectionEvent =
  | SelectionCommand
  | RouteChanged
  | MatchesBegun
  | ModalClosed<'matchReport'>
  | ServerEventOf<
      'server.item.removed' | 'server.item.updated' | 'server.items.updated' | 'server.quickMatch.completed'
    >
  | { type: 'xstate.done.actor.batch'; output: BatchOutput }
  | { type: 'xstate.error.actor.batch'; error: unknown };

interface SelectionContext {
  readonly picked: Picked;
  /** The selection before the last range. */
  readonly base: Picked;
  readonly anchor: Anchor | null;
  readonly missing: MissingPages | null;
  readonly requests: readonly BatchInput[];
  readonly batch: BatchRef | null;
  readonly matches: MatchesBefore | null;
  readonly isLeft: boolean;
}

type Run = Extract<SelectionCommand, { type: 'selection.run' }>;
type Extend = Omit<Extract<SelectionCommand, { type: 'selection.extend' }>, 'type'>;
const isSamePlace = (one: Anchor | null, other: Anchor) => one?.list === other.list && one.index === other.index;

/**
 * Keeps the selected items and runs jobs on them one after the other.
 * During a job the selection is locked; leaving the page clears it, after the job if one runs.
 */
export const selectionMachine = setup({
  types: {
    context: {} as SelectionContext,
    events: {} as SelectionEvent,
    children: {} as { escapeKey: 'escapeKey'; findItems: 'findItems'; loadBatch: 'loadBatch' },
    tags: {} as 'busy',
  },
  actors: { escapeKey, findItems, loadBatch },
  guards: {
    isEmpty: ({ context }) => context.picked.size === 0 && context.missing === null,
    hasRequest: ({ context }) => context.requests.length > 0,
    isLeft: ({ context }) => context.isLeft,
    hasMatches: ({ context }) => context.matches !== null,
    isUndone: (_, { output }: ModalClosed<'matchReport'>) => output !== null,
    lacksItems: ({ context }) => context.missing !== null || unknownOf(context.picked).length > 0,
    holds: ({ context }, params: { id: string }) => idsOfItem(context.picked, params.id).length > 0,
  },
  actions: {
    toggle: assign(({ context }, params: { picked: readonly PickedItem[]; anchor: Anchor | null }) => {
      const picked = toggled(context.picked, params.picked);
      return { picked, base: picked, anchor: params.anchor, missing: null };
    }),
    extend: enqueueActions(({ context, enqueue }, { picked, anchor, missing, cutTo }: Extend) => {
      const base = isSamePlace(context.anchor, anchor) ? context.base : context.picked;
      enqueue.assign({ base, anchor, missing, picked: withAll(base, picked) });
      if (cutTo !== undefined) enqueue.sendTo(named('toasts'), cutToast(cutTo));
    }),
    clear: assign({ picked: new Map(), base: new Map(), anchor: null, missing: null, isLeft: false }),
    takeFound: assign(({ context }, { picked, requested }: FoundItems) => {
      const known = withAll(context.picked, picked);
      const removed = requested.filter((id) => !known.get(id)?.item);
      const base = new Map([...context.base].map(([id, one]) => [id, known.get(id) ?? one]));
      return { picked: withoutAll(known, removed), base: withoutAll(base, removed), missing: null };
    }),
    dropUnknown: assign(({ context }) => ({
      picked: withoutAll(context.picked, unknownOf(context.picked)),
      base: withoutAll(context.base, unknownOf(context.base)),
      missing: null,
    })),
    notifyNotFound: sendTo(named('toasts'), (_, { cause }: Failure): ToastsEvent => ({
      type: 'toasts.show',
      kind: 'error',
      message: { key: 'selection.getFailed' },
      error: toAppError(cause),
    })),
    drop: assign(({ context }, params: { ids: readonly string[] }) => ({
      picked: withoutAll(context.picked, params.ids),
      base: withoutAll(context.base, params.ids),
    })),
    remember: assign(({ context }, { job, picked }: Omit<Run, 'type'>) => ({
      requests: [...context.requests, { job, picked: picked ?? [...context.picked.values()] }],
    })),
    startBatch: assign(({ context: { requests }, spawn }, { logic }: { logic: BatchLogic }) => {
      const [input] = requests;
      return input ? { batch: spawnLoaded(spawn, logic, { id: 'batch', input }) } : {};
    }),
    endBatch: enqueueActions(({ context, enqueue }) => {
      if (context.batch) enqueue.stopChild(context.batch);
      enqueue.assign({ batch: null, requests: context.requests.slice(1) });
    }),
    rememberMatches: assign((_, { before }: Pick<MatchesBegun, 'before'>) => ({ matches: before })),
    takeMatchesBack: assign(({ context }, { output }: ModalClosed<'matchReport'>) => {
      if (!output) return {};
      const job = { kind: 'restoreDetails', before: output.details, covers: output.covers } as const;
      const picked = [...output.details.keys()].map((id) => ({ id, item: null }));
      return { requests: [...context.requests, { job, picked }], matches: null };
    }),
    showMatches: sendTo(named('modals'), ({ context, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'matchReport',
      input: { before: context.matches ?? new Map() },
      tag: 'matchReport',
      replyTo: self,
    })),
    rememberLeft: assign({ isLeft: true }),
    notifyBroken: sendTo(named('toasts'), {
      type: 'toasts.show',
      kind: 'error',
      message: { key: 'selection.broken' },
    }),
    logFailure: (_, { cause }: Failure) => console.error('A batch stopped', cause),
    notifyMatched: sendTo(
      named('toasts'),
      (
        { context },
        { result }: { result: { success: boolean; updates: number; unmatched?: number | undefined } },
      ): ToastsEvent => ({
        type: 'toasts.show',
        kind: result.success ? 'success' : 'info',
        message: {
          key: result.unmatched ? 'selection.matchedSome' : 'selection.matched',
          values: { updates: result.updates, unmatched: result.unmatched ?? 0 },
        },
        ...(context.matches && result.updates > 0
          ? {
              durationMs: null,
              action: {
                label: { key: 'selection.showMatches' },
                to: 'selection',
                event: { type: 'selection.showMatches' },
              },
            }
          : {}),
      }),
    ),
  },
}).createMachine({
  id: 'selection',
  context: {
    picked: new Map(),
    base: new Map(),
    anchor: null,
    missing: null,
    requests: [],
    batch: null,
    matches: null,
    isLeft: false,
  },
  initial: 'empty',
  on: {
    'server.item.removed': {
      guard: { type: 'holds', params: ({ event }) => event.item },
      actions: {
        type: 'drop',
        params: ({ context, event }) => ({ ids: idsOfItem(context.picked, event.item.id) }),
      },
    },
    // The server reports a removed episode as an update of its podcast.
    'server.item.updated': {
      actions: { type: 'drop', params: ({ context, event }) => ({ ids: goneOf(context.picked, [event.item]) }) },
    },
    'server.items.updated': {
      actions: { type: 'drop', params: ({ context, event }) => ({ ids: goneOf(context.picked, event.items.items) }) },
    },
    'matches.begun': { actions: by('rememberMatches') },
    'modal.closed': {
      guard: by('isUndone'),
      target: '.working',
      actions: by('takeMatchesBack'),
    },
    'selection.showMatches': { guard: 'hasMatches', actions: 'showMatches' },
    'server.quickMatch.completed': { actions: by('notifyMatched') },
    'selection.run': {
      target: '.working',
      actions: by('remember'),
    },
  },
  states: {
    empty: {
      on: {
        'selection.toggle': { target: 'picking', actions: by('toggle') },
        'selection.extend': { target: 'picking', actions: by('extend') },
      },
    },
    picking: {
      initial: 'deciding',
      always: { guard: 'isEmpty', target: 'empty' },
      invoke: { src: 'escapeKey', id: 'escapeKey' },
      on: {
        'selection.toggle': { target: '.deciding', actions: by('toggle') },
        'selection.extend': { target: '.deciding', actions: by('extend') },
        'selection.clear': { actions: 'clear' },
        'route.changed': { actions: 'clear' },
      },
      states: {
        deciding: { always: [{ guard: 'lacksItems', target: 'completing' }, { target: 'resting' }] },
        resting: {},
        completing: {
          invoke: {
            src: 'findItems',
            id: 'findItems',
            input: ({ context }) => ({ ids: unknownOf(context.picked), missing: context.missing }),
            onDone: { target: 'resting', actions: { type: 'takeFound', params: ({ event }) => event.output } },
            onError: {
              target: 'resting',
              actions: ['dropUnknown', { type: 'notifyNotFound', params: failureOf }],
            },
          },
        },
      },
    },
    working: {
      tags: 'busy',
      initial: 'loadingCode',
      on: {
        'modal.closed': {
          guard: by('isUndone'),
          actions: by('takeMatchesBack'),
        },
        'selection.run': { actions: by('remember') },
        'route.changed': { actions: 'rememberLeft' },
      },
      states: {
        loadingCode: {
          invoke: {
            src: 'loadBatch',
            id: 'loadBatch',
            onDone: {
              target: 'running',
              actions: { type: 'startBatch', params: ({ event }) => ({ logic: event.output }) },
            },
            onError: { target: 'ended', actions: 'notifyBroken' },
          },
        },
        running: {
          on: {
            'xstate.done.actor.batch': {
              target: 'ended',
              actions: { type: 'drop', params: ({ event }) => ({ ids: event.output.done }) },
            },
            'xstate.error.actor.batch': {
              target: 'ended',
              actions: [{ type: 'logFailure', params: failureOf }, 'notifyBroken'],
            },
          },
        },
        ended: {
          entry: 'endBatch',
          always: [
            { guard: 'hasRequest', target: 'loadingCode' },
            { guard: 'isLeft', target: '#selection.empty', actions: 'clear' },
            { target: '#selection.picking' },
          ],
        },
      },
    },
  },
});

export type SelectionRef = SystemRef<'selection', ActorRefFrom<typeof selectionMachine>>;

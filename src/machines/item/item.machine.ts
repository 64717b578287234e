import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import { getItem } from '../../services/endpoints/items.ts';
import { callEndpoint } from '../app/ports.ts';
import { named } from '../app/system.ts';
import type { LibraryServerEvent } from '../library/server-events.ts';
import type { ConfirmInput } from '../modals/confirm.machine.ts';
import type { ModalClosed } from '../modals/modals.machine.ts';
import type { ProgressCommand } from '../progress/progress.machine.ts';
import type { PageBelongs, PageInput } from '../session/pages.ts';
import type { PageRefresh } from '../session/session.machine.ts';
import { isUnderWay, playCommand } from './item.logic.ts';

/** The parts of the page that fold. */
export type ItemPart = 'cover' | 'description' | 'chapters' | 'tracks' | 'ebooks' | 'files';

/** The book itself (`episodeId` null) or an episode of the podcast, and what the page shows of its progress. */
export interface ItemTarget {
  readonly episodeId: string | null;
  readonly shown: MediaProgress | null;
}

/** A question that has to be answered first. */
export type Asked =
  | { readonly kind: 'play'; readonly episodeId: string | null; readonly startTime: number }
  | { readonly kind: 'finish' | 'reset'; readonly episodeId: string | null };

export type ItemEvent =
  | { type: 'item.retry' }
  | { type: 'item.toggle'; part: ItemPart }
  /** Plays from where the listener was. */
  | { type: 'item.play'; episodeId: string | null }
  /** Plays from a time in seconds; asks first when another position would be lost (areas 28.3). */
  | ({ type: 'item.playFrom'; startTime: number } & ItemTarget)
  /** Finished becomes not finished and the other way round; asks first when something is under way. */
  | ({ type: 'item.toggleFinished' } & ItemTarget)
  | { type: 'item.resetProgress'; episodeId: string | null }
  | PageRefresh
  | ModalClosed
  | LibraryServerEvent;

export interface ItemContext {
  id: string;
  item: LibraryItemExpanded | null;
  open: ReadonlySet<ItemPart>;
  asked: Asked | null;
  error: AppError | null;
}

/** Updates come in bursts (one per downloaded episode): so long is waited before the item is asked for again, in ms. */
const SETTLE_MS = 300;

const QUESTIONS: Record<Asked['kind'], ConfirmInput> = {
  play: { message: { key: 'item.confirmPlay' }, type: 'yesNo', confirmLabel: { key: 'item.play' }, tone: 'primary' },
  finish: { message: { key: 'item.confirmFinish' }, type: 'yesNo', confirmLabel: { key: 'item.markFinished' } },
  reset: { message: { key: 'item.confirmReset' }, type: 'yesNo', confirmLabel: { key: 'item.resetProgress' }, tone: 'danger' },
};

/**
 * One book or podcast. What the server tells of it makes it asked for again, because events carry less than
 * the page shows; the old one stays in view meanwhile.
 */
export const itemMachine = setup({
  types: {
    input: {} as PageInput<'item'>,
    context: {} as ItemContext,
    events: {} as ItemEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: { fetchItem: callEndpoint(getItem) },
  guards: {
    isThis: ({ context }, params: { id: string }) => params.id === context.id,
    holdsOne: ({ context }, params: { items: readonly { readonly id: string }[] }) => params.items.some(({ id }) => id === context.id),
    isMissing: (_, params: { cause: unknown }) => toAppError(params.cause).kind === 'notFound',
    isForbidden: (_, params: { cause: unknown }) => toAppError(params.cause).kind === 'forbidden',
    isUnderWay: (_, params: ItemTarget) => isUnderWay(params.shown),
    isAccepted: (_, params: ModalClosed) => params.modal === 'confirm' && params.output?.accepted === true,
  },
  actions: {
    keep: assign((_, params: { item: LibraryItemExpanded }) => ({ item: params.item, error: null })),
    rememberFailure: assign((_, params: { cause: unknown }) => ({ error: toAppError(params.cause) })),
    tellLibrary: sendParent((_, params: { item: LibraryItemExpanded }) =>
      ({ type: 'page.belongs', libraryId: params.item.libraryId }) satisfies PageBelongs),
    toggle: assign(({ context }, { part }: { part: ItemPart }) => ({
      open: context.open.has(part) ? new Set([...context.open].filter((other) => other !== part)) : new Set([...context.open, part]),
    })),
    play: enqueueActions(({ context, enqueue }, { episodeId, startTime }: { episodeId: string | null; startTime?: number }) => {
      if (context.item) enqueue.sendTo(named('player'), playCommand(context.item, episodeId, startTime));
    }),
    turnFinished: sendTo(named('progress'), ({ context }, { episodeId, shown }: ItemTarget): ProgressCommand => ({
      type: shown?.isFinished ? 'progress.markUnfinished' : 'progress.markFinished', libraryItemId: context.id, episodeId,
    })),
    rememberQuestion: assign((_, params: { asked: Asked }) => params),
    ask: enqueueActions(({ context, enqueue, self }) => {
      if (!context.asked) return;
      enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'confirm', input: QUESTIONS[context.asked.kind], tag: context.asked.kind, replyTo: self });
    }),
    doAsked: enqueueActions(({ context, enqueue }) => {
      const { asked, item, id } = context;
      if (!asked || !item) return;
      const { episodeId } = asked;
      if (asked.kind === 'play') {
        enqueue.sendTo(named('player'), playCommand(item, episodeId, asked.startTime));
      } else {
        const type = asked.kind === 'finish' ? 'progress.markFinished' : 'progress.reset';
        enqueue.sendTo(named('progress'), { type, libraryItemId: id, episodeId });
      }
    }),
    forgetQuestion: assign({ asked: null }),
  },
  delays: { settleTime: SETTLE_MS },
}).createMachine({
  id: 'item',
  context: ({ input }) => ({ id: input.route.id, item: null, open: new Set<ItemPart>(['chapters']), asked: null, error: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'fetchItem',
        id: 'fetchItem',
        input: ({ context }) => ({ id: context.id }),
        onDone: {
          target: 'ready',
          actions: [{ type: 'keep', params: ({ event }) => ({ item: event.output }) }, { type: 'tellLibrary', params: ({ event }) => ({ item: event.output }) }],
        },
        onError: [
          { guard: { type: 'isMissing', params: ({ event }) => ({ cause: event.error }) }, target: 'missing' },
          { guard: { type: 'isForbidden', params: ({ event }) => ({ cause: event.error }) }, target: 'forbidden' },
          { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
        ],
      },
    },
    failed: { tags: 'failed', on: { 'item.retry': 'loading', 'page.refresh': 'loading' } },
    missing: { on: { 'page.refresh': 'loading' } },
    forbidden: { on: { 'page.refresh': 'loading' } },
    removed: {},
    ready: {
      type: 'parallel',
      on: {
        'item.toggle': { actions: { type: 'toggle', params: ({ event }) => event } },
        'item.play': { actions: { type: 'play', params: ({ event }) => event } },
        'server.item.removed': { guard: { type: 'isThis', params: ({ event }) => event.item }, target: 'removed' },
      },
      states: {
        freshness: {
          initial: 'fresh',
          on: {
            'page.refresh': '.refreshing',
            'server.item.updated': { guard: { type: 'isThis', params: ({ event }) => event.item }, target: '.settling' },
            'server.items.updated': { guard: { type: 'holdsOne', params: ({ event }) => event.items }, target: '.settling' },
            'server.episode.added': { guard: { type: 'isThis', params: ({ event }) => event.episode.libraryItem }, target: '.settling' },
          },
          states: {
            fresh: {},
            settling: { after: { settleTime: 'refreshing' } },
            refreshing: {
              invoke: {
                src: 'fetchItem',
                id: 'refetchItem',
                input: ({ context }) => ({ id: context.id }),
                onDone: { target: 'fresh', actions: { type: 'keep', params: ({ event }) => ({ item: event.output }) } },
                onError: [
                  { guard: { type: 'isMissing', params: ({ event }) => ({ cause: event.error }) }, target: '#item.removed' },
                  { target: 'fresh' },
                ],
              },
            },
          },
        },
        question: {
          initial: 'none',
          states: {
            none: {
              on: {
                'item.playFrom': [
                  {
                    guard: { type: 'isUnderWay', params: ({ event }) => event },
                    target: 'asking',
                    actions: { type: 'rememberQuestion', params: ({ event }) => ({ asked: { kind: 'play', episodeId: event.episodeId, startTime: event.startTime } }) },
                  },
                  { actions: { type: 'play', params: ({ event }) => event } },
                ],
                'item.toggleFinished': [
                  {
                    guard: { type: 'isUnderWay', params: ({ event }) => event },
                    target: 'asking',
                    actions: { type: 'rememberQuestion', params: ({ event }) => ({ asked: { kind: 'finish', episodeId: event.episodeId } }) },
                  },
                  { actions: { type: 'turnFinished', params: ({ event }) => event } },
                ],
                'item.resetProgress': {
                  target: 'asking',
                  actions: { type: 'rememberQuestion', params: ({ event }) => ({ asked: { kind: 'reset', episodeId: event.episodeId } }) },
                },
              },
            },
            asking: {
              entry: 'ask',
              on: {
                'modal.closed': [
                  { guard: { type: 'isAccepted', params: ({ event }) => event }, target: 'none', actions: ['doAsked', 'forgetQuestion'] },
                  { target: 'none', actions: 'forgetQuestion' },
                ],
              },
            },
          },
        },
      },
    },
  },
});

export type ItemRef = ActorRefFrom<typeof itemMachine>;

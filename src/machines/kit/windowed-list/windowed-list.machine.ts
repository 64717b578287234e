import { by } from '../by.ts';
import { failureOf } from '../failure.logic.ts';
import { begin } from './memory.logic.ts';
import { middlePage, pageOfIndex, isShown } from './window.logic.ts';
import type { LoadedPage } from './windowed-list.protocol.ts';
import { AT_START_PX, pageOfLoader, windowedListSetup } from './windowed-list.setup.ts';

/** A scan changes items in bursts: the list is revalidated after this pause, in ms. */
const SETTLE_MS = 1000;
const loaded = ({ event }: { event: { output: LoadedPage } }) => event.output;
const release = { type: 'releaseLoader', params: ({ event }: { event: { actorId: string } }) => event } as const;

/**
 * Keeps the pages near the window of a list of any length. `windowedList` gives it its source.
 * A new query stops all loaders. While scrolled, changes that would move the view are offered, not shown (pitfall 34).
 */
export const windowedListMachine = windowedListSetup.createMachine({
  id: 'windowedList',
  context: ({ input }) => begin(input),
  invoke: { src: 'freshness', id: 'freshness', input: { settleMs: SETTLE_MS } },
  initial: 'deciding',
  on: {
    'list.show': { target: '.loading', actions: by('takeQuery') },
    'list.focused': { actions: [by('rememberFocus'), 'notifyPlace'] },
    'list.outdated': { actions: 'markOutdated' },
    'list.refresh': { actions: 'refresh' },
  },
  states: {
    deciding: {
      always: [
        { guard: 'holdsPages', target: 'filled.resuming' },
        { guard: 'isKept', target: 'filled', actions: 'planLoads' },
        { target: 'loading' },
      ],
    },
    loading: {
      tags: 'busy',
      entry: 'resetFreshness',
      invoke: {
        src: 'loadPage',
        id: 'firstPage',
        input: ({ context }) => ({
          query: context.query,
          number: isShown(context) ? pageOfIndex(context.window.first) : 0,
        }),
        onDone: [
          {
            guard: { type: 'isNothing', params: loaded },
            target: 'empty',
            actions: [{ type: 'startList', params: loaded }, 'notifyPlace'],
          },
          { target: 'filled', actions: [{ type: 'startList', params: loaded }, 'planLoads', 'notifyPlace'] },
        ],
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
      on: { 'freshness.due': { target: 'loading', reenter: true } },
    },
    failed: { tags: 'failed', on: { 'list.retry': 'loading', 'freshness.due': 'loading' } },
    empty: { on: { 'freshness.due': 'loading' } },
    filled: {
      initial: 'resting',
      exit: 'stopLoaders',
      on: {
        'list.windowMoved': { actions: [by('moveWindow'), 'planLoads'] },
        'list.rested': { actions: [by('rest'), 'notifyPlace'] },
        'list.refresh': { actions: ['forgetFailures', 'planLoads', 'refresh'] },
        'list.retryPages': { actions: ['forgetFailures', 'planLoads'] },
        'list.patch': { actions: by('showUpdates') },
        'freshness.due': '.revalidating',
        'xstate.done.actor.*': [
          {
            guard: { type: 'isOtherTotal', params: loaded },
            actions: [release, { type: 'keepPage', params: loaded }, 'planLoads', 'notifyPlace', 'markOutdated'],
          },
          { actions: [release, { type: 'keepPage', params: loaded }, 'planLoads', 'notifyPlace'] },
        ],
        'xstate.error.actor.*': {
          actions: [
            release,
            {
              type: 'noteFailedPage',
              params: ({ event }) => ({ page: pageOfLoader(event.actorId), cause: event.error }),
            },
            'planLoads',
          ],
        },
      },
      states: {
        /** Drawn from memory first, then revalidated. */
        resuming: { after: { drawn: { target: 'resting', actions: 'refresh' } } },
        resting: {},
        revalidating: {
          invoke: {
            src: 'loadPage',
            id: 'revalidation',
            input: ({ context: { query, offset, window } }) => ({
              query,
              number: offset < AT_START_PX ? 0 : middlePage(window),
            }),
            onDone: [
              {
                guard: { type: 'isNothing', params: loaded },
                target: '#windowedList.empty',
                actions: [{ type: 'startList', params: loaded }, 'notifyRefreshed', 'notifyPlace'],
              },
              { guard: { type: 'isAnotherShuffle', params: loaded }, target: 'resting', actions: 'notifyRefreshed' },
              {
                guard: { type: 'mayAccept', params: loaded },
                target: 'resting',
                actions: [
                  { type: 'acceptRevalidation', params: loaded },
                  'planLoads',
                  'notifyPlace',
                  'notifyRefreshed',
                ],
              },
              { target: 'changed', actions: 'notifyRefreshed' },
            ],
            onError: { target: 'resting', actions: { type: 'notifyStale', params: failureOf } },
          },
        },
        /** Showing the changes would move the view, so they are offered. */
        changed: {
          on: {
            'freshness.due': { actions: 'notifyRefreshed' },
            'list.showChanges': '#windowedList.loading',
            'list.rested': [
              {
                guard: by('isAtStart'),
                target: 'resting',
                actions: [by('rest'), 'refresh'],
              },
              { actions: [by('rest'), 'notifyPlace'] },
            ],
          },
        },
      },
    },
  },
});

import type { ActorRefFrom } from 'xstate';
import { failureOf } from '../kit/failure.logic.ts';
import { editEpisodeSetup, matchInput } from './edit-episode.setup.ts';

/**
 * Modal that edits an episode by hand or from its feed. Edits survive a reload.
 * Unedited fields follow server changes; edited ones stay and may clash.
 */
export const editEpisodeMachine = editEpisodeSetup.createMachine({
  id: 'editEpisode',
  context: ({ input }) => ({
    ...input,
    tab: 'details',
    known: null,
    fields: null,
    closes: false,
    leaving: 'close',
    isRemoved: false,
    kept: null,
    isRestored: false,
    term: '',
    matches: null,
    matched: null,
    error: null,
  }),
  initial: 'fetching',
  on: {
    'editEpisode.showTab': { actions: { type: 'showTab', params: ({ event }) => event } },
    'server.item.updated': { guard: { type: 'isThis', params: ({ event }) => event }, actions: 'markOutdated' },
    'server.items.updated': { guard: { type: 'holdsThis', params: ({ event }) => event }, actions: 'markOutdated' },
    'server.item.removed': {
      guard: { type: 'isThis', params: ({ event }) => event },
      target: '.closed',
      actions: { type: 'notify', params: { kind: 'warning', key: 'itemEdit.removed' } },
    },
  },
  states: {
    fetching: {
      entry: 'readEpisode',
      initial: 'loading',
      on: {
        'editEpisode.close': 'closed',
        'editEpisode.step': {
          guard: { type: 'hasStep', params: ({ event }) => event },
          target: 'fetching',
          reenter: true,
          actions: { type: 'moveBy', params: ({ event }) => event },
        },
        'episode.loaded': {
          target: 'ready',
          actions: { type: 'keep', params: ({ event }) => ({ episode: event.data }) },
        },
        'episode.failed': { target: '.failed', actions: { type: 'rememberFailure', params: ({ event }) => event } },
      },
      states: {
        loading: { tags: 'busy' },
        failed: { tags: 'failed', on: { 'editEpisode.retry': { target: 'loading', actions: 'retryEpisode' } } },
      },
    },
    ready: {
      entry: 'openForm',
      exit: 'closeForm',
      invoke: {
        src: 'draftKeeper',
        id: 'draftKeeper',
        input: ({ context }) => ({ form: context.fields }),
      },
      initial: 'resting',
      on: {
        'episode.loaded': { actions: [{ type: 'keepNews', params: ({ event }) => event }, 'followEpisode'] },
        'episode.failed': {
          guard: { type: 'isGone', params: ({ event }) => event },
          target: 'closed',
          actions: { type: 'notify', params: { kind: 'warning', key: 'itemEdit.removed' } },
        },
      },
      states: {
        resting: {
          initial: 'waiting',
          on: {
            'editEpisode.close': [
              {
                guard: 'isChanged',
                target: 'asking',
                actions: { type: 'rememberLeaving', params: { leaving: 'close' } },
              },
              { target: '#editEpisode.closed' },
            ],
            'editEpisode.step': [
              {
                guard: { type: 'leavesChanges', params: ({ event }) => event },
                target: 'asking',
                actions: { type: 'rememberLeaving', params: ({ event }) => ({ leaving: event.by }) },
              },
              {
                guard: { type: 'hasStep', params: ({ event }) => event },
                target: '#editEpisode.fetching',
                actions: { type: 'moveBy', params: ({ event }) => event },
              },
            ],
            'editEpisode.forgetDraft': { actions: 'discardDraft' },
            'editEpisode.takeTheirs': { actions: { type: 'takeTheirs', params: ({ event }) => event } },
            'editEpisode.keepMine': { actions: { type: 'keepMine', params: ({ event }) => event } },
            'editEpisode.typeTerm': { actions: { type: 'typeTerm', params: ({ event }) => event } },
            'editEpisode.save': { target: 'saving', actions: { type: 'rememberClosing', params: { closes: false } } },
            'editEpisode.saveAndClose': {
              target: 'saving',
              actions: { type: 'rememberClosing', params: { closes: true } },
            },
            'editEpisode.search': { guard: 'hasTerm', target: '.searching', reenter: true },
            'editEpisode.matchWith': [
              {
                guard: { type: 'changesSomething', params: ({ event }) => event },
                target: 'matching',
                actions: [
                  { type: 'rememberMatch', params: ({ event }) => event },
                  { type: 'rememberClosing', params: { closes: false } },
                ],
              },
              { actions: { type: 'notify', params: { kind: 'info', key: 'itemEdit.noUpdates' } } },
            ],
          },
          states: {
            waiting: {},
            searching: {
              tags: 'busy',
              invoke: {
                src: 'searchFeed',
                id: 'searchFeed',
                input: ({ context }) => ({ id: context.libraryItemId, title: context.term.trim() }),
                onDone: {
                  target: 'waiting',
                  actions: {
                    type: 'takeMatches',
                    params: ({ event }) => ({ found: event.output.episodes.items.map(({ episode }) => episode) }),
                  },
                },
                onError: { target: 'waiting', actions: { type: 'rememberFailure', params: failureOf } },
              },
            },
          },
        },
        /** Closing waits for the save. */
        saving: {
          tags: 'busy',
          entry: 'submit',
          on: {
            'editEpisode.close': { actions: { type: 'rememberClosing', params: { closes: true } } },
            // A saving form takes no changes: they follow after.
            'episode.loaded': { actions: { type: 'keepNews', params: ({ event }) => event } },
            'fields.saved': [
              {
                guard: 'closes',
                target: '#editEpisode.closed',
                actions: [
                  { type: 'keepSaved', params: ({ event }) => event },
                  { type: 'notifySaved', params: ({ event }) => event },
                ],
              },
              {
                target: '#editEpisode.ready',
                reenter: true,
                actions: [
                  { type: 'keepSaved', params: ({ event }) => event },
                  { type: 'notifySaved', params: ({ event }) => event },
                ],
              },
            ],
            'fields.refused': {
              target: 'resting',
              actions: ['followEpisode', { type: 'showTab', params: { tab: 'details' } }],
            },
            'fields.failed': {
              target: 'resting',
              actions: ['followEpisode', { type: 'notifyFailure', params: ({ event }) => event }],
            },
          },
        },
        matching: {
          tags: 'busy',
          on: { 'editEpisode.close': { actions: { type: 'rememberClosing', params: { closes: true } } } },
          invoke: {
            src: 'applyMatch',
            id: 'applyMatch',
            input: ({ context }) => matchInput(context),
            onDone: [
              {
                guard: { type: 'closesOver', params: ({ event }) => ({ item: event.output }) },
                target: 'asking',
                actions: [
                  { type: 'keepMatched', params: ({ event }) => ({ item: event.output }) },
                  'followEpisode',
                  { type: 'notify', params: { kind: 'success', key: 'itemEdit.updated' } },
                  { type: 'rememberLeaving', params: { leaving: 'close' } },
                ],
              },
              {
                guard: 'closes',
                target: '#editEpisode.closed',
                actions: [
                  { type: 'keepMatched', params: ({ event }) => ({ item: event.output }) },
                  { type: 'notify', params: { kind: 'success', key: 'itemEdit.updated' } },
                ],
              },
              {
                target: 'resting',
                actions: [
                  { type: 'keepMatched', params: ({ event }) => ({ item: event.output }) },
                  'followEpisode',
                  { type: 'notify', params: { kind: 'success', key: 'itemEdit.updated' } },
                ],
              },
            ],
            onError: { target: 'resting', actions: { type: 'notifyFailure', params: failureOf } },
          },
        },
        asking: {
          entry: 'ask',
          on: {
            // The dialog stays open until answered.
            'server.item.removed': {
              guard: { type: 'isThis', params: ({ event }) => event },
              actions: 'rememberRemoval',
            },
            'episode.failed': {
              guard: { type: 'isGone', params: ({ event }) => event },
              actions: 'rememberRemoval',
            },
            'modal.closed': [
              {
                guard: 'isRemoved',
                target: '#editEpisode.closed',
                actions: { type: 'notify', params: { kind: 'warning', key: 'itemEdit.removed' } },
              },
              { guard: { type: 'isAcceptedClose', params: ({ event }) => event }, target: '#editEpisode.closed' },
              {
                guard: { type: 'isAccepted', params: ({ event }) => event },
                target: '#editEpisode.fetching',
                actions: 'moveOn',
              },
              { target: 'resting' },
            ],
          },
        },
      },
    },
    closed: { type: 'final' },
  },
  output: 'closed',
});

export type EditEpisodeRef = ActorRefFrom<typeof editEpisodeMachine>;

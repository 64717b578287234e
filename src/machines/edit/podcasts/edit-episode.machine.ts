import { type ActorRefFrom, sendTo, assign } from 'xstate';
import { by } from '../../kit/by.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { editEpisodeSetup, matchInput } from './edit-episode.setup.ts';
import { named } from '../../kit/system.ts';
import { discardQuestion } from '../../kit/messages.ts';

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
    afterSave: 'stay',
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
    'editEpisode.showTab': { actions: by('showTab') },
    'server.item.updated': { guard: by('isThis'), actions: 'markOutdated' },
    'server.items.updated': { guard: by('holdsThis'), actions: 'markOutdated' },
    'server.item.removed': {
      guard: by('isThis'),
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
        'editEpisode.step': { guard: by('hasStep'), target: 'fetching', reenter: true, actions: by('moveBy') },
        'episode.loaded': {
          target: 'ready',
          actions: { type: 'keep', params: ({ event }) => ({ episode: event.data }) },
        },
        'episode.failed': { target: '.failed', actions: by('rememberFailure') },
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
        'episode.loaded': { actions: [by('keepNews'), 'followEpisode'] },
        'episode.failed': {
          guard: by('isMissing'),
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
                guard: by('leavesChanges'),
                target: 'asking',
                actions: { type: 'rememberLeaving', params: ({ event }) => ({ leaving: event.by }) },
              },
              { guard: by('hasStep'), target: '#editEpisode.fetching', actions: by('moveBy') },
            ],
            'editEpisode.forgetDraft': { actions: 'discardDraft' },
            'editEpisode.takeTheirs': { actions: by('takeTheirs') },
            'editEpisode.keepMine': { actions: by('keepMine') },
            'editEpisode.typeTerm': { actions: assign(({ event: { text } }) => ({ term: text })) },
            'editEpisode.save': { target: 'saving', actions: { type: 'planAfterSave', params: { afterSave: 'stay' } } },
            'editEpisode.saveAndClose': {
              target: 'saving',
              actions: { type: 'planAfterSave', params: { afterSave: 'close' } },
            },
            'editEpisode.saveAndNext': {
              target: 'saving',
              actions: { type: 'planAfterSave', params: { afterSave: 'next' } },
            },
            'editEpisode.search': { guard: 'hasTerm', target: '.searching', reenter: true },
            'editEpisode.matchWith': [
              {
                guard: by('changesSomething'),
                target: 'matching',
                actions: [by('rememberMatch'), { type: 'planAfterSave', params: { afterSave: 'stay' } }],
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
          entry: sendTo('fields', { type: 'form.submit' }),
          on: {
            'editEpisode.close': { actions: { type: 'planAfterSave', params: { afterSave: 'close' } } },
            // A saving form takes no changes: they follow after.
            'episode.loaded': { actions: by('keepNews') },
            'fields.saved': [
              { guard: 'closes', target: '#editEpisode.closed', actions: [by('keepSaved'), by('notifySaved')] },
              {
                guard: 'movesOn',
                target: '#editEpisode.fetching',
                actions: [by('keepSaved'), by('notifySaved'), { type: 'moveBy', params: { by: 1 } }],
              },
              { target: '#editEpisode.ready', reenter: true, actions: [by('keepSaved'), by('notifySaved')] },
            ],
            'fields.refused': {
              target: 'resting',
              actions: ['followEpisode', { type: 'showTab', params: { tab: 'details' } }],
            },
            'fields.failed': { target: 'resting', actions: ['followEpisode', by('notifyFailure')] },
          },
        },
        matching: {
          tags: 'busy',
          on: { 'editEpisode.close': { actions: { type: 'planAfterSave', params: { afterSave: 'close' } } } },
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
          entry: sendTo(named('modals'), ({ context, self }) => discardQuestion(context.title, self)),
          on: {
            // The dialog stays open until answered.
            'server.item.removed': { guard: by('isThis'), actions: 'rememberRemoval' },
            'episode.failed': { guard: by('isMissing'), actions: 'rememberRemoval' },
            'modal.closed': [
              {
                guard: 'isRemoved',
                target: '#editEpisode.closed',
                actions: { type: 'notify', params: { kind: 'warning', key: 'itemEdit.removed' } },
              },
              { guard: by('isAcceptedClose'), target: '#editEpisode.closed' },
              { guard: by('isAccepted'), target: '#editEpisode.fetching', actions: 'moveOn' },
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

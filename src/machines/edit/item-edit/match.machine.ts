import { type ActorRefFrom, assign, sendTo } from 'xstate';
import { by } from '../../kit/by.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { matchChanges } from './match.logic.ts';
import { matchContext, matchSetup, searchInput } from './match.setup.ts';
import { named } from '../../kit/system.ts';
import { toast } from '../../kit/toast.ts';

/** Match tab: searches when opened, compares field by field, then saves. A picked result survives a reload. */
export const matchMachine = matchSetup.createMachine({
  id: 'itemMatch',
  context: ({ input }) => matchContext(input),
  initial: 'unopened',
  on: {
    'tab.itemChanged': { actions: assign(({ event: { item } }) => ({ item })) },
    'tab.providersChanged': { actions: by('changeProviders') },
  },
  states: {
    unopened: {
      on: {
        'tab.show': [{ guard: 'isKept', target: 'comparing', actions: 'takeKept' }, { target: 'preparing' }],
      },
    },
    preparing: {
      tags: 'busy',
      invoke: {
        src: 'findProviders',
        id: 'findProviders',
        input: ({ context: { item } }) => ({ libraryId: item.libraryId, mediaType: item.mediaType }),
        onDone: { target: 'looking', actions: { type: 'takeProviders', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    failed: { tags: 'failed', on: { 'match.retry': 'preparing', 'tab.show': 'preparing' } },
    looking: {
      initial: 'searching',
      on: {
        'match.type': { actions: assign(({ event: { field, text } }) => ({ [field]: text })) },
        'match.setProvider': {
          guard: by('isKnown'),
          target: '.resting',
          actions: [by('chooseProvider'), by('rememberProvider')],
        },
        'match.search': { guard: 'hasTitle', target: '.searching' },
      },
      states: {
        resting: {
          on: {
            'match.choose': { guard: by('hasResult'), target: '#itemMatch.comparing', actions: by('choose') },
          },
        },
        searching: {
          tags: 'busy',
          entry: assign({ results: null, error: null }),
          invoke: {
            src: 'matchSearch',
            id: 'matchSearch',
            input: ({ context }) => searchInput(context),
            onDone: {
              target: 'resting',
              actions: { type: 'keepResults', params: ({ event }) => ({ results: event.output }) },
            },
            onError: { target: 'resting', actions: { type: 'rememberFailure', params: failureOf } },
          },
        },
      },
    },
    comparing: {
      initial: 'editing',
      states: {
        editing: {
          on: {
            'match.change': { actions: by('change') },
            'match.restore': { actions: by('restore') },
            'match.toggle': { actions: by('toggle') },
            'match.selectAll': { actions: by('selectAll') },
            'match.selectEmpty': { actions: 'selectEmpty' },
            'match.check': [
              { guard: 'hasChanges', target: 'checking', actions: 'rememberUsage' },
              { actions: sendTo(named('toasts'), toast('info', 'itemEdit', 'itemEdit.noUpdates')) },
            ],
            'match.back': [
              { guard: 'hasProviders', target: '#itemMatch.looking.resting', actions: 'forgetChosen' },
              { target: '#itemMatch.preparing', actions: 'forgetChosen' },
            ],
          },
        },
        checking: {
          on: { 'match.back': { target: 'editing', actions: 'clearError' }, 'match.send': 'saving' },
        },
        saving: {
          tags: 'busy',
          entry: 'clearError',
          invoke: {
            src: 'saveMatch',
            id: 'saveMatch',
            input: ({ context: { item, draft } }) => ({
              id: item.id,
              change: matchChanges(item, draft),
              hasCover: item.media.coverPath !== null,
            }),
            onDone: [
              {
                guard: 'hasProviders',
                target: '#itemMatch.looking.resting',
                actions: [by('notifyTaken'), 'forgetChosen', 'notifyChanged', 'leave'],
              },
              {
                target: '#itemMatch.unopened',
                actions: [by('notifyTaken'), 'forgetChosen', 'notifyChanged', 'leave'],
              },
            ],
            onError: { target: 'checking', actions: { type: 'rememberFailure', params: failureOf } },
          },
        },
      },
    },
  },
});

export type MatchRef = ActorRefFrom<typeof matchMachine>;

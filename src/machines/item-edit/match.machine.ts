import type { ActorRefFrom } from 'xstate';
import { failureOf } from '../kit/failure.logic.ts';
import { matchChanges } from './match.logic.ts';
import { matchContext, matchSetup, searchInput } from './match.setup.ts';

/** Match tab: searches when opened, compares field by field, then saves. A picked result survives a reload. */
export const matchMachine = matchSetup.createMachine({
  id: 'itemMatch',
  context: ({ input }) => matchContext(input),
  initial: 'unopened',
  on: { 'tab.itemChanged': { actions: { type: 'takeItem', params: ({ event }) => event } } },
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
        'match.type': { actions: { type: 'type', params: ({ event }) => event } },
        'match.setProvider': {
          guard: { type: 'isKnown', params: ({ event }) => event },
          target: '.resting',
          actions: [
            { type: 'chooseProvider', params: ({ event }) => event },
            { type: 'rememberProvider', params: ({ event }) => event },
          ],
        },
        'match.search': { guard: 'hasTitle', target: '.searching' },
      },
      states: {
        resting: {
          on: {
            'match.choose': {
              guard: { type: 'hasResult', params: ({ event }) => event },
              target: '#itemMatch.comparing',
              actions: { type: 'choose', params: ({ event }) => event },
            },
          },
        },
        searching: {
          tags: 'busy',
          entry: 'clearResults',
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
            'match.change': { actions: { type: 'change', params: ({ event }) => event } },
            'match.restore': { actions: { type: 'restore', params: ({ event }) => event } },
            'match.toggle': { actions: { type: 'toggle', params: ({ event }) => event } },
            'match.selectAll': { actions: { type: 'selectAll', params: ({ event }) => event } },
            'match.selectEmpty': { actions: 'selectEmpty' },
            'match.check': [
              { guard: 'hasChanges', target: 'checking', actions: 'rememberUsage' },
              { actions: 'notifyNoUpdates' },
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
                actions: [
                  { type: 'notifyTaken', params: ({ event }) => event },
                  'forgetChosen',
                  'notifyChanged',
                  'leave',
                ],
              },
              {
                target: '#itemMatch.unopened',
                actions: [
                  { type: 'notifyTaken', params: ({ event }) => event },
                  'forgetChosen',
                  'notifyChanged',
                  'leave',
                ],
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

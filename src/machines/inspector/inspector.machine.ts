import type { ActorRefFrom } from 'xstate';
import { atFirst, nothingKnown } from './inspector.setup.ts';
import { fileRegion, replayingState, windowRegion } from './replaying.state.ts';
import { replaySetup } from './replay.actions.ts';

/** Inspects the actor system of a page, inside it or from another window. Its own root, so it never records itself. */
export const inspectorMachine = replaySetup.createMachine({
  id: 'inspector',
  context: ({ input }) => ({
    ...input,
    ...nothingKnown,
    ...atFirst,
  }),
  type: 'parallel',
  invoke: [
    { src: 'receivePages', id: 'receivePages', input: ({ context }) => context },
    { src: 'drawing', id: 'drawing', input: ({ context }) => context },
  ],
  on: {
    'actor.select': {
      actions: [{ type: 'selectActor', params: ({ event }) => event }, 'showChart', 'askForActor'],
    },
    'actor.described': {
      guard: { type: 'isOfActor', params: ({ event }) => event },
      actions: { type: 'keepActor', params: ({ event }) => event },
    },
    'record.select': {
      actions: [
        { type: 'selectRecord', params: ({ event }) => event },
        { type: 'askForRecord', params: ({ event }) => event },
      ],
    },
    'record.close': { actions: 'closeRecord' },
    'record.described': {
      guard: { type: 'isOfRecord', params: ({ event }) => event },
      actions: { type: 'keepRecord', params: ({ event }) => event },
    },
    'log.filter': { actions: { type: 'keepFilter', params: ({ event }) => event } },
    'log.clear': { actions: 'clearLog' },
    'pane.show': { actions: { type: 'showPane', params: ({ event }) => event } },
    'value.toggle': { actions: { type: 'toggleValue', params: ({ event }) => event } },
    'draft.choose': { actions: { type: 'chooseDraft', params: ({ event }) => event } },
    'draft.change': { actions: { type: 'keepDraft', params: ({ event }) => event } },
    'draft.send': [{ guard: 'isDraftWhole', actions: 'sendDraft' }, { actions: 'keepFaults' }],
    'network.toggle': { actions: 'toggleNetwork' },
    'rule.change': { actions: { type: 'keepRule', params: ({ event }) => event } },
    'rule.add': [{ guard: 'isRuleWhole', actions: 'askForRule' }, { actions: 'keepRuleFault' }],
    'rule.remove': { actions: { type: 'askWithoutRule', params: ({ event }) => event } },
    'rules.changed': {
      guard: { type: 'isWatched', params: ({ event }) => event },
      actions: { type: 'keepRules', params: ({ event }) => event },
    },
    'inspector.close': { actions: ['endWatch', 'leave'] },
    'event.answered': {
      guard: { type: 'isWatched', params: ({ event }) => event },
      actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.isTaken ? 'sent' : 'refused' }) },
    },
  },
  states: {
    page: {
      initial: 'seeking',
      on: {
        'recording.read': {
          target: '.replaying',
          reenter: true,
          actions: ['endWatch', { type: 'openRecording', params: ({ event }) => event }],
        },
      },
      states: {
        seeking: {
          entry: 'askForPages',
          after: { seekTime: { target: 'seeking', reenter: true, actions: 'forgetPage' } },
          on: {
            'page.found': [
              {
                guard: { type: 'isWanted', params: ({ event }) => event },
                target: 'watching',
                actions: [
                  { type: 'addPage', params: ({ event }) => event },
                  { type: 'choosePage', params: ({ event }) => event.page },
                  { type: 'watch', params: { isFirst: true } },
                ],
              },
              { actions: { type: 'addPage', params: ({ event }) => event } },
            ],
          },
        },
        watching: {
          after: {
            renewTime: [
              { guard: 'isSilent', target: 'seeking', actions: 'forgetPage' },
              {
                target: 'watching',
                reenter: true,
                actions: ['countSilence', { type: 'watch', params: { isFirst: false } }],
              },
            ],
          },
          on: {
            'page.recorded': {
              guard: { type: 'isWatched', params: ({ event }) => event },
              actions: [
                { type: 'takeReport', params: ({ event }) => event },
                'chooseActor',
                'showChart',
                { type: 'askAgain', params: ({ event }) => event },
              ],
            },
            'recording.restart': { actions: 'askForRestart' },
            'recording.save': { actions: 'askForRecording' },
            'recording.finished': {
              guard: { type: 'isFromPage', params: ({ event }) => event },
              actions: { type: 'saveRecording', params: ({ event }) => event },
            },
            'page.left': [
              {
                guard: { type: 'isWatched', params: ({ event }) => event },
                target: 'seeking',
                actions: { type: 'losePage', params: ({ event }) => event },
              },
              { actions: { type: 'losePage', params: ({ event }) => event } },
            ],
            'page.choose': {
              guard: { type: 'isOther', params: ({ event }) => event },
              target: 'watching',
              reenter: true,
              actions: [
                'endWatch',
                { type: 'choosePage', params: ({ event }) => event },
                { type: 'watch', params: { isFirst: true } },
              ],
            },
          },
        },
        replaying: {
          ...replayingState,
          on: {
            ...replayingState.on,
            'page.found': { actions: [{ type: 'addPage', params: ({ event }) => event }, 'askForReplay'] },
            'recording.close': { target: 'seeking', actions: ['closeStage', 'leaveRecording', 'showChart'] },
          },
        },
      },
    },
    file: fileRegion,
    window: windowRegion,
    log: {
      initial: 'following',
      states: {
        following: {
          on: {
            'page.recorded': {
              guard: { type: 'isWatched', params: ({ event }) => event },
              actions: { type: 'addRecords', params: ({ event }) => event },
            },
            'log.pause': 'paused',
          },
        },
        paused: {
          on: {
            'page.recorded': [
              {
                guard: { type: 'isFirst', params: ({ event }) => event },
                actions: { type: 'addRecords', params: ({ event }) => event },
              },
              {
                guard: { type: 'isWatched', params: ({ event }) => event },
                actions: { type: 'holdRecords', params: ({ event }) => event },
              },
            ],
            'log.follow': { target: 'following', actions: 'releaseRecords' },
          },
        },
      },
    },
  },
});

export type InspectorRef = ActorRefFrom<typeof inspectorMachine>;

import type { ActorRefFrom } from 'xstate';
import { by } from '../kit/by.ts';
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
      actions: [by('selectActor'), 'showChart', 'askForActor'],
    },
    'actor.described': {
      guard: by('isOfActor'),
      actions: by('keepActor'),
    },
    'record.select': {
      actions: [by('selectActorOf'), by('selectRecord'), 'showChart', 'askForActor', by('askForRecord')],
    },
    'record.close': { actions: 'closeRecord' },
    'record.described': {
      guard: by('isOfRecord'),
      actions: by('keepRecord'),
    },
    'log.filter': { actions: by('keepFilter') },
    'log.clear': { actions: 'clearLog' },
    'pane.show': { actions: by('showPane') },
    'value.toggle': { actions: by('toggleValue') },
    'draft.choose': { actions: by('chooseDraft') },
    'draft.change': { actions: by('keepDraft') },
    'draft.send': [{ guard: 'isDraftWhole', actions: 'sendDraft' }, { actions: 'keepFaults' }],
    'network.toggle': { actions: 'toggleNetwork' },
    'rule.change': { actions: by('keepRule') },
    'rule.add': [{ guard: 'isRuleWhole', actions: 'askForRule' }, { actions: 'keepRuleFault' }],
    'rule.remove': { actions: by('removeRule') },
    'rules.changed': {
      guard: by('isWatched'),
      actions: by('keepRules'),
    },
    'inspector.close': { actions: ['endWatch', 'leave'] },
    'event.answered': {
      guard: by('isWatched'),
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
          actions: ['endWatch', by('openRecording')],
        },
      },
      states: {
        seeking: {
          entry: 'askForPages',
          after: { seekTime: { target: 'seeking', reenter: true, actions: 'forgetPage' } },
          on: {
            'page.found': [
              {
                guard: by('isWanted'),
                target: 'watching',
                actions: [
                  by('addPage'),
                  { type: 'choosePage', params: ({ event }) => event.page },
                  { type: 'watch', params: { isFirst: true } },
                ],
              },
              { actions: by('addPage') },
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
                actions: ['countSilence', 'askForPages', { type: 'watch', params: { isFirst: false } }],
              },
            ],
          },
          on: {
            'page.recorded': {
              guard: by('isWatched'),
              actions: [by('takeReport'), 'chooseActor', 'showChart', by('askAgain')],
            },
            'recording.restart': { actions: 'askForRestart' },
            'page.found': { actions: by('addPage') },
            'saving.toggle': { actions: 'toggleSaving' },
            'saving.leaveOut': { actions: 'leaveOut' },
            'recording.save': { actions: ['askForRecording', 'toggleSaving'] },
            'recording.finished': {
              guard: by('isFromPage'),
              actions: by('saveRecording'),
            },
            'page.left': [
              {
                guard: by('isWatched'),
                target: 'seeking',
                actions: by('losePage'),
              },
              { actions: by('losePage') },
            ],
            'page.choose': {
              guard: by('isOther'),
              target: 'watching',
              reenter: true,
              actions: ['endWatch', by('choosePage'), { type: 'watch', params: { isFirst: true } }],
            },
          },
        },
        replaying: {
          ...replayingState,
          on: {
            ...replayingState.on,
            'page.found': { actions: [by('addPage'), 'askForReplay'] },
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
              guard: by('isWatched'),
              actions: by('addRecords'),
            },
            'log.pause': 'paused',
          },
        },
        paused: {
          on: {
            'page.recorded': [
              {
                guard: by('isFirst'),
                actions: by('addRecords'),
              },
              {
                guard: by('isWatched'),
                actions: by('holdRecords'),
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

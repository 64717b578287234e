import { by } from '../kit/by.ts';
import { replaySetup, testOfReplay } from './replay.actions.ts';

/** The page is left alone during a replay. */
export const replayingState = replaySetup.createStateConfig({
  entry: ['showChart', 'askForPages'],
  initial: 'ready',
  on: {
    'recording.replayed': { actions: by('keepReplayed') },
    'recording.go': {
      guard: by('isStep'),
      actions: [by('goTo'), 'showChart', 'moveStage'],
    },
    'record.select': { actions: [by('goToRecord'), 'showChart', 'moveStage'] },
    'recording.toggleWhole': { guard: 'isTaped', actions: 'widenTest' },
    'stage.opened': {
      guard: by('isOwnStage'),
      actions: [{ type: 'keepStage', params: { stage: { step: null, differences: [] } } }, 'showStage'],
    },
    'stage.reached': {
      guard: by('isOwnStage'),
      actions: by('keepReached'),
    },
    'stage.left': {
      guard: by('isOwnStage'),
      actions: { type: 'keepStage', params: { stage: null } },
    },
    'recording.mark': { actions: 'markWrong' },
    'recording.saveTest': { actions: 'saveTest' },
  },
  states: {
    ready: { on: { 'recording.copy': 'copying' } },
    copying: {
      invoke: {
        src: 'copyTest',
        id: 'copyTest',
        input: ({ context }) => ({ copyText: context.copyText, text: testOfReplay(context).source }),
        onDone: { target: 'ready', actions: { type: 'keepNote', params: { note: 'copied' } } },
        onError: { target: 'ready', actions: { type: 'keepNote', params: { note: 'notCopied' } } },
      },
    },
  },
});

export const windowRegion = replaySetup.createStateConfig({
  initial: 'idle',
  on: {
    'inspector.openWindow': { guard: 'mayLeave', target: '.openingInspector' },
    'stage.open': { guard: 'mayShowStage', target: '.openingStage' },
  },
  states: {
    idle: {},
    openingInspector: {
      invoke: {
        src: 'openPopUp',
        id: 'openInspector',
        input: ({ context }) => ({ open: () => context.openWindow(context.page ?? '') }),
        onDone: { target: 'idle', actions: 'leave' },
        onError: 'blocked',
      },
    },
    openingStage: {
      invoke: {
        src: 'openPopUp',
        id: 'openStage',
        input: ({ context }) => ({ open: () => context.openStage(context.name) }),
        onDone: 'idle',
        onError: 'blocked',
      },
    },
    blocked: {},
  },
});

export const fileRegion = replaySetup.createStateConfig({
  initial: 'idle',
  on: { 'recording.open': '.reading' },
  states: {
    idle: {},
    reading: {
      invoke: {
        src: 'readFile',
        id: 'readFile',
        input: ({ event }) => ({ file: event.type === 'recording.open' ? event.file : null }),
        onDone: {
          target: 'idle',
          actions: { type: 'notifyRead', params: ({ event }) => ({ recording: event.output }) },
        },
        onError: { target: 'idle', actions: by('keepFault') },
      },
    },
  },
});

import { assign, raise } from 'xstate';
import type { InspectorReport } from '../../schemas/inspector-message.ts';
import type { Recording } from '../../schemas/recording.ts';
import { withNetwork } from './network.actions.ts';
import {
  nothingKnown,
  type InspectorContext,
  type Replay,
  type ReplayNote,
  type StageView,
} from './inspector.setup.ts';
import { RecordingError } from './recording.logic.ts';
import { testOf, testOfTape } from './recording-test.logic.ts';
import { actorsAt } from './replay.logic.ts';
import { positionAt } from './tape/tape-steps.logic.ts';

type Finished = Extract<InspectorReport, { type: 'recording.finished' }>;
type Replayed = Extract<InspectorReport, { type: 'recording.replayed' }>;
type Reached = Extract<InspectorReport, { type: 'stage.reached' }>;

const NO_CHANGES = { before: {}, after: {} };

function stepAt(recording: Recording, index: number) {
  const step = recording.steps[index];
  const actors = actorsAt(recording, index);
  return {
    actors,
    actor: step?.to.id ?? actors[0]?.id ?? null,
    record: step?.number ?? null,
    describedRecord: step
      ? {
          type: 'record.described' as const,
          page: '',
          record: step.number,
          event: step.payload,
          ...(step.changes ?? NO_CHANGES),
        }
      : null,
  };
}

function tapeStepOf({ recording: { tape, steps }, index }: Replay): number {
  return tape ? positionAt(tape, steps[index]?.at ?? 0) : -1;
}

export function testOfReplay({ replay }: InspectorContext): { readonly name: string; readonly source: string } {
  const step = replay?.recording.steps[replay.index];
  if (!replay || !step) return { name: '', source: '' };
  const { recording, wrong, isWhole } = replay;
  if (isWhole && recording.tape)
    return {
      name: 'client',
      source: testOfTape(recording.title, recording.tape, wrong === null ? null : tapeStepOf(replay)),
    };
  return { name: step.to.name, source: testOf(recording, step.to.id, wrong) };
}

export const replaySetup = withNetwork.extend({
  guards: {
    isFromPage: ({ context }, { page }: { page: string }) => page === context.page,
    isTaped: ({ context }) => context.replay?.recording.tape !== undefined,
    /** Where the browser blocks channels, the other window can't be reached. */
    mayShowStage: ({ context }) => !context.isCutOff && context.replay?.recording.tape !== undefined,
    isOwnStage: ({ context }, { stage }: { stage: string }) => stage === context.name,
    isStep: ({ context }, { index }: { index: number }) =>
      Number.isInteger(index) && index >= 0 && index < (context.replay?.recording.steps.length ?? 0),
  },
  actions: {
    askForRestart: ({ context: { channel, page, isPanel } }) => {
      if (page !== null) channel.post({ type: 'tape.requested', page, isPanel });
    },
    askForRecording: ({ context: { channel, page, saving } }) => {
      const isAnonymous = saving?.isAnonymous ?? false;
      if (page !== null) channel.post({ type: 'recording.requested', page, isAnonymous });
    },
    toggleSaving: assign(({ context }) => ({ saving: context.saving ? null : { isAnonymous: false } })),
    leaveOut: assign(({ context: { saving } }) => ({ saving: saving && { isAnonymous: !saving.isAnonymous } })),
    saveRecording: ({ context }, { recording }: Finished) =>
      context.saveFile('earmark-recording.json', JSON.stringify(recording)),
    openRecording: assign(({ context }, { recording }: { recording: Recording }) => ({
      ...nothingKnown,
      page: null,
      charts: Object.fromEntries(recording.charts.map((chart) => [chart.id, chart])),
      records: recording.steps,
      ...stepAt(recording, 0),
      replay: {
        recording,
        index: 0,
        wrong: null,
        replayed: null,
        page: context.replay ? context.replay.page : context.page,
        isWhole: false,
        stage: null,
      },
    })),
    askForReplay: ({ context: { channel, pages, replay } }) => {
      const page = pages.find(({ id }) => id === replay?.page) ?? pages[0];
      if (page && replay && replay.replayed === null)
        channel.post({ type: 'replay.requested', page: page.id, recording: replay.recording });
    },
    keepReplayed: assign(({ context: { replay } }, { steps, missing }: Replayed) => ({
      replay: replay && { ...replay, replayed: { steps, missing } },
    })),
    goTo: assign(({ context: { replay } }, { index }: { index: number }) =>
      replay ? { ...stepAt(replay.recording, index), replay: { ...replay, index, wrong: null }, note: null } : {},
    ),
    goToRecord: assign(({ context: { replay } }, { record }: { record: number }) => {
      const index = replay?.recording.steps.findIndex(({ number }) => number === record) ?? -1;
      return replay && index >= 0
        ? { ...stepAt(replay.recording, index), replay: { ...replay, index, wrong: null }, note: null }
        : {};
    }),
    markWrong: assign(({ context: { replay } }) => ({
      note: null,
      replay: replay && {
        ...replay,
        wrong: replay.wrong === null ? (replay.recording.steps[replay.index]?.number ?? null) : null,
      },
    })),
    widenTest: assign(({ context: { replay } }) => ({
      note: null,
      replay: replay && { ...replay, isWhole: !replay.isWhole },
    })),
    showStage: ({ context: { channel, name, replay } }) => {
      if (replay)
        channel.post({ type: 'stage.show', stage: name, tape: replay.recording.tape, step: tapeStepOf(replay) });
    },
    moveStage: ({ context: { channel, name, replay } }) => {
      if (replay?.stage) channel.post({ type: 'stage.go', stage: name, step: tapeStepOf(replay) });
    },
    closeStage: ({ context: { channel, name, replay } }) => {
      if (replay?.stage) channel.post({ type: 'stage.close', stage: name });
    },
    keepStage: assign(({ context: { replay } }, { stage }: { stage: StageView | null }) => ({
      replay: replay && { ...replay, stage },
    })),
    keepReached: assign(({ context: { replay } }, { step, differences }: Reached) => ({
      replay: replay && { ...replay, stage: { step, differences } },
    })),
    saveTest: ({ context }) => {
      const { name, source } = testOfReplay(context);
      context.saveFile(`${name}.recording.test.ts`, source);
    },
    notifyRead: raise((_, { recording }: { recording: Recording }) => ({ type: 'recording.read' as const, recording })),
    keepNote: assign((_, { note }: { note: ReplayNote }) => ({ note })),
    keepFault: assign((_, { error }: { error: unknown }) => ({
      note: error instanceof RecordingError ? error.kind : 'unreadable',
    })),
    leaveRecording: assign(({ context }) => ({ ...nothingKnown, page: context.replay?.page ?? null })),
  },
});

import { assign, raise } from 'xstate';
import type { InspectorReport } from '../../schemas/inspector-message.ts';
import type { Recording } from '../../schemas/recording.ts';
import { withNetwork } from './network.actions.ts';
import { nothingKnown, type InspectorContext, type ReplayNote } from './inspector.setup.ts';
import { RecordingError } from './read-recording.logic.ts';
import { testOf } from './recording-test.logic.ts';
import { actorsAt } from './replay.logic.ts';

type Finished = Extract<InspectorReport, { type: 'recording.finished' }>;
type Replayed = Extract<InspectorReport, { type: 'recording.replayed' }>;

/** What is shown of a recording after the step at this index. */
function stepAt(recording: Recording, index: number) {
  const step = recording.steps[index];
  const actors = actorsAt(recording, index);
  return {
    actors,
    actor: step?.to.id ?? actors[0]?.id ?? null,
    record: step?.number ?? null,
    describedRecord: step
      ? { type: 'record.described' as const, page: '', record: step.number, event: step.payload, before: {}, after: {} }
      : null,
  };
}

/** The test of the actor that received the open step. */
export function testOfReplay({ replay }: InspectorContext): { readonly name: string; readonly source: string } {
  const step = replay?.recording.steps[replay.index];
  if (!replay || !step) return { name: '', source: '' };
  return { name: step.to.name, source: testOf(replay.recording, step.to.id, replay.wrong) };
}

/** The inspector with what it does with recordings. */
export const replaySetup = withNetwork.extend({
  guards: {
    isFromPage: ({ context }, { page }: { page: string }) => page === context.page,
    isStep: ({ context }, { index }: { index: number }) =>
      Number.isInteger(index) && index >= 0 && index < (context.replay?.recording.steps.length ?? 0),
  },
  actions: {
    askForRecording: ({ context: { channel, page } }) => {
      if (page !== null) channel.post({ type: 'recording.requested', page });
    },
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
    saveTest: ({ context }) => {
      const { name, source } = testOfReplay(context);
      context.saveFile(`${name}.recording.test.ts`, source);
    },
    tellRead: raise((_, { recording }: { recording: Recording }) => ({ type: 'recording.read' as const, recording })),
    keepNote: assign((_, { note }: { note: ReplayNote }) => ({ note })),
    keepFault: assign((_, { error }: { error: unknown }) => ({
      note: error instanceof RecordingError ? error.kind : 'unreadable',
    })),
    leaveRecording: assign(({ context }) => ({ ...nothingKnown, page: context.replay?.page ?? null })),
  },
});

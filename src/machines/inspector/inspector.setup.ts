import { assign, enqueueActions, fromCallback, fromPromise, sendTo, setup, type EventObject } from 'xstate';
import type {
  ActorFact,
  ChartFact,
  EventRecord,
  InspectorReport,
  PageFact,
  ReplayedStep,
  StageDifference,
  NetworkRule,
} from '../../schemas/inspector-message.ts';
import type { Recording } from '../../schemas/recording.ts';
import type { InspectorEnd } from '../../services/inspector-channel.ts';
import { drawingMachine } from './drawing.machine.ts';
import {
  MOST_RECORDS,
  type InspectorEvent,
  type InspectorInput,
  type LogFilter,
  type Pane,
} from './inspector.protocol.ts';
import { NO_RULE, type RuleDraft, type RuleFault } from './network.logic.ts';
import type { FieldFault } from './payload.logic.ts';
import { readRecording } from './recording.logic.ts';
import { joinRecords } from './log.logic.ts';

type Recorded = Extract<InspectorReport, { type: 'page.recorded' }>;
type Described = Extract<InspectorReport, { type: 'actor.described' }>;
type DescribedRecord = Extract<InspectorReport, { type: 'record.described' }>;

export interface InspectorContext extends InspectorInput {
  readonly silence: number;
  readonly pages: readonly PageFact[];
  readonly actors: readonly ActorFact[];
  readonly charts: Readonly<Record<string, ChartFact>>;
  readonly records: readonly EventRecord[];
  readonly held: readonly EventRecord[];
  readonly filter: LogFilter;
  readonly pane: Pane;
  readonly actor: string | null;
  readonly described: Described | null;
  readonly record: number | null;
  readonly describedRecord: DescribedRecord | null;
  readonly folded: readonly string[];
  readonly replay: Replay | null;
  readonly note: ReplayNote | null;
  /** Null: the form for saving a recording is closed. */
  readonly saving: { readonly isAnonymous: boolean } | null;
  readonly draft: Draft;
  readonly network: NetworkView;
}

export interface Draft {
  readonly event: string;
  readonly values: Readonly<Record<string, string>>;
  readonly faults: Readonly<Record<string, FieldFault>>;
  readonly outcome: DraftOutcome | null;
}

export interface NetworkView {
  readonly isOpen: boolean;
  readonly isAllowed: boolean | null;
  readonly rules: readonly NetworkRule[];
  readonly draft: RuleDraft;
  readonly fault: RuleFault | null;
}

export interface Replay {
  readonly recording: Recording;
  readonly index: number;
  /** The step whose state is a bug. */
  readonly wrong: number | null;
  readonly replayed: { readonly steps: readonly ReplayedStep[]; readonly missing: readonly string[] } | null;
  readonly page: string | null;
  readonly isWhole: boolean;
  readonly stage: StageView | null;
}

export interface StageView {
  readonly step: number | null;
  readonly differences: readonly StageDifference[];
}

export type ReplayNote = 'unreadable' | 'foreign' | 'copied' | 'notCopied';

export type DraftOutcome = 'sent' | 'refused';

/** In ms: interval of page requests and keep-alives. */
export const SEEK_MS = 1000;
export const RENEW_MS = 3000;
/** Unanswered requests until a page counts as gone. */
const MOST_SILENCE = 3;

export const NO_DRAFT: Draft = { event: '', values: {}, faults: {}, outcome: null };

const receivePages = fromCallback<EventObject, { channel: InspectorEnd }>(({ sendBack, input }) =>
  input.channel.subscribe(sendBack),
);

const readFile = fromPromise<Recording, { file: Pick<File, 'text'> | null }>(async ({ input: { file } }) =>
  readRecording((await file?.text()) ?? ''),
);

const copyTest = fromPromise<void, { copyText: InspectorInput['copyText']; text: string }>(({ input }) =>
  input.copyText(input.text),
);

/** Synchronous: a browser opens windows only within a press. */
const openPopUp = fromPromise<void, { open: () => boolean }>(async ({ input }) => {
  if (!input.open()) throw new Error('The browser blocked the window.');
});

const NO_NETWORK: NetworkView = { isOpen: false, isAllowed: null, rules: [], draft: NO_RULE, fault: null };

export const nothingKnown = {
  silence: 0,
  actors: [],
  charts: {},
  records: [],
  held: [],
  actor: null,
  described: null,
  record: null,
  describedRecord: null,
  draft: NO_DRAFT,
  network: NO_NETWORK,
  replay: null,
  note: null,
  saving: null,
} as const;

export const atFirst = {
  pages: [],
  filter: { search: '', family: '', actor: '' },
  pane: 'drawing',
  folded: [],
} as const;

export const inspectorSetup = setup({
  types: {
    input: {} as InspectorInput,
    context: {} as InspectorContext,
    events: {} as InspectorEvent,
    children: {} as {
      receivePages: 'receivePages';
      drawing: 'drawing';
      readFile: 'readFile';
      copyTest: 'copyTest';
      openInspector: 'openPopUp';
      openStage: 'openPopUp';
    },
  },
  actors: { receivePages, drawing: drawingMachine, readFile, copyTest, openPopUp },
  delays: { seekTime: SEEK_MS, renewTime: RENEW_MS },
  guards: {
    isWanted: ({ context }, { page }: { page: PageFact }) => context.page === null || context.page === page.id,
    isWatched: ({ context }, { page }: { page: string }) => page === context.page,
    isOther: ({ context }, { id }: { id: string }) => id !== context.page,
    isOfActor: ({ context }, params: Described) => params.page === context.page && params.actor === context.actor,
    isOfRecord: ({ context }, params: DescribedRecord) =>
      params.page === context.page && params.record === context.record,
    mayLeave: ({ context }) => context.isPanel && !context.isCutOff,
    isSilent: ({ context }) => context.silence >= MOST_SILENCE,
    isFirst: ({ context }, params: Recorded) => params.page === context.page && params.isWhole,
  },
  actions: {
    askForPages: ({ context }) => context.channel.post({ type: 'pages.requested' }),
    addPage: assign(({ context }, { page }: { page: PageFact }) => ({
      pages: context.pages.some(({ id }) => id === page.id)
        ? context.pages.map((known) => (known.id === page.id ? page : known))
        : [...context.pages, page],
    })),
    choosePage: assign((_, { id }: { id: string }) => ({ ...nothingKnown, page: id })),
    losePage: assign(({ context }, params: { page: string }) => ({
      pages: context.pages.filter(({ id }) => id !== params.page),
      page: context.page === params.page ? null : context.page,
    })),
    forgetPage: assign({ page: null, pages: [] }),
    watch: ({ context: { channel, page, name } }, { isFirst }: { isFirst: boolean }) => {
      if (page !== null) channel.post({ type: 'watch.requested', page, watcher: name, isFirst });
    },
    endWatch: ({ context: { channel, page, name } }) => {
      if (page !== null) channel.post({ type: 'watch.ended', page, watcher: name });
    },
    countSilence: assign(({ context }) => ({ silence: context.silence + 1 })),
    takeReport: assign(({ context }, { isWhole, actors, gone, charts }: Recorded) => ({
      silence: 0,
      actors: joinActors(isWhole ? [] : context.actors, actors, gone),
      charts: { ...(isWhole ? {} : context.charts), ...Object.fromEntries(charts.map((chart) => [chart.id, chart])) },
    })),
    chooseActor: enqueueActions(({ context, enqueue }) => {
      const isThere = context.actors.some(({ id }) => id === context.actor);
      const [first] = context.actors;
      if (!isThere && first) enqueue.raise({ type: 'actor.select', id: first.id });
    }),
    addRecords: assign(({ context }, { isWhole, records }: Recorded) => ({
      records: joinRecords(isWhole ? [] : context.records, records, MOST_RECORDS),
      ...(isWhole ? { held: [], record: null, describedRecord: null } : {}),
    })),
    holdRecords: assign(({ context }, { records }: Recorded) => ({
      held: joinRecords(context.held, records, MOST_RECORDS),
    })),
    releaseRecords: assign(({ context }) => ({
      records: joinRecords(context.records, context.held, MOST_RECORDS),
      held: [],
    })),
    clearLog: assign({ records: [], held: [], record: null, describedRecord: null }),
    selectActor: assign(({ context }, { id }: { id: string }) =>
      id === context.actor ? {} : { actor: id, described: null, record: null, describedRecord: null, draft: NO_DRAFT },
    ),
    showChart: sendTo('drawing', ({ context }) => {
      const actor = context.actors.find(({ id }) => id === context.actor);
      const chart = context.charts[actor?.chart ?? ''] ?? null;
      return { type: 'drawing.show', chart, active: actor?.active ?? [] } as const;
    }),
    askForActor: ({ context: { channel, page, actor } }) => {
      if (page !== null && actor !== null) channel.post({ type: 'actor.requested', page, actor });
    },
    askAgain: ({ context: { channel, page, actor } }, { actors }: Recorded) => {
      if (page !== null && actor !== null && actors.some(({ id }) => id === actor))
        channel.post({ type: 'actor.requested', page, actor });
    },
    selectActorOf: assign(({ context: { records, actors, actor } }, { record }: { record: number }) => {
      const id = records.find(({ number }) => number === record)?.to.id;
      const isOther = id !== actor && actors.some((other) => other.id === id);
      return id !== undefined && isOther ? { actor: id, described: null, draft: NO_DRAFT } : {};
    }),
    keepActor: assign((_, params: Described) => ({ described: params })),
    selectRecord: assign((_, params: { record: number }) => ({ ...params, describedRecord: null })),
    askForRecord: ({ context: { channel, page } }, { record }: { record: number }) => {
      if (page !== null) channel.post({ type: 'record.requested', page, record });
    },
    closeRecord: assign({ record: null, describedRecord: null }),
    keepRecord: assign((_, params: DescribedRecord) => ({ describedRecord: params })),
    keepFilter: assign(({ context }, { change }: { change: Partial<LogFilter> }) => ({
      filter: { ...context.filter, ...change },
    })),
    showPane: assign((_, { pane }: { pane: Pane }) => ({ pane })),
    toggleValue: assign(({ context: { folded } }, { path }: { path: string }) => ({
      folded: folded.includes(path) ? folded.filter((other) => other !== path) : [...folded, path],
    })),
    leave: ({ context }) => context.leave(),
  },
});

function joinActors(known: readonly ActorFact[], news: readonly ActorFact[], gone: readonly string[]): ActorFact[] {
  const byId = new Map([...known, ...news].map((actor) => [actor.id, actor]));
  for (const id of gone) byId.delete(id);
  return [...byId.values()];
}

import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate';
import type { AppError } from '../../../schemas/app-error.ts';
import { getPorts } from '../../kit/ports.ts';
import type { BatchItem } from '../batch-edit/drafts.logic.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { changedCovers, readItems } from './look-before.ts';
import { matchRows, wayBack, type MatchesBefore, type MatchRow } from './match-report.logic.ts';
import type { MatchReportInput, MatchReportOutput } from '../../app/modals/modal-inputs.protocol.ts';

export type MatchReportEvent =
  { type: 'matchReport.retry' } | { type: 'matchReport.undo' } | { type: 'matchReport.close' };

interface Found {
  readonly after: ReadonlyMap<string, BatchItem>;
  readonly covers: ReadonlySet<string>;
}

interface MatchReportContext extends MatchReportInput {
  readonly found: Found;
  readonly rows: readonly MatchRow[];
  readonly isUndone: boolean;
  readonly error: AppError | null;
}

const readMatches = fromPromise<Found, MatchesBefore>(async ({ input: before, system, signal }) => {
  const ports = getPorts(system);
  const after = await readItems(ports, [...before.keys()], signal);
  return { after, covers: await changedCovers(ports, before, after, signal) };
});

/** Report of a quick match: each detail and cover before and after. Output: the undo, if wanted. */
export const matchReportMachine = setup({
  types: {
    input: {} as MatchReportInput,
    context: {} as MatchReportContext,
    events: {} as MatchReportEvent,
    output: {} as MatchReportOutput,
    children: {} as { readMatches: 'readMatches' },
    tags: {} as 'busy' | 'failed',
  },
  actors: { readMatches },
  guards: { hasRows: ({ context }) => context.rows.length > 0 },
  actions: {
    take: assign(({ context }, { found }: { found: Found }) => ({
      found,
      rows: matchRows(context.before, found.after, found.covers),
      error: null,
    })),
    rememberFailure: assign(keepError),
  },
}).createMachine({
  id: 'matchReport',
  context: ({ input }) => ({
    ...input,
    found: { after: new Map(), covers: new Set() },
    rows: [],
    isUndone: false,
    error: null,
  }),
  initial: 'loading',
  on: { 'matchReport.close': '.closed' },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'readMatches',
        id: 'readMatches',
        input: ({ context }) => context.before,
        onDone: { target: 'shown', actions: { type: 'take', params: ({ event }) => ({ found: event.output }) } },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    failed: { tags: 'failed', on: { 'matchReport.retry': 'loading' } },
    shown: { on: { 'matchReport.undo': { guard: 'hasRows', target: 'closed', actions: assign({ isUndone: true }) } } },
    closed: { type: 'final' },
  },
  output: ({ context: { before, found, isUndone } }) => (isUndone ? wayBack(before, found.after, found.covers) : null),
});

export type MatchReportRef = ActorRefFrom<typeof matchReportMachine>;

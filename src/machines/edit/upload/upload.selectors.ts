import { keysOf } from '../../../schemas/keys.ts';
import type { SnapshotFrom } from 'xstate';
import { FILE_ENDINGS } from '../../../schemas/file-kinds.ts';
import { remembering } from '../../kit/kit.selectors.ts';
import {
  directoryOf,
  isOpen,
  isQueued,
  looseRows,
  problemsOf,
  sharedFolder,
  totalsOf,
  type Problem,
  type Row,
  secondsLeft,
  speedOf,
} from './rows.logic.ts';
import { libraryOf, mediaTypeOf, type UploadContext } from './uploads.logic.ts';
import type { detailsLookupMachine } from './details-lookup.machine.ts';
import type { uploadMachine } from './upload.machine.ts';
import type { uploadsMachine } from './uploads.machine.ts';

export const ENDINGS = keysOf(FILE_ENDINGS).map((kind) => ({ kind, endings: FILE_ENDINGS[kind] }));

type PageSnapshot = SnapshotFrom<typeof uploadMachine>;
type Snapshot = SnapshotFrom<typeof uploadsMachine>;

const remembered = remembering<UploadContext>();

export function selectUploadState(snapshot: PageSnapshot): 'loading' | 'failed' | 'unavailable' | 'ready' {
  for (const state of ['loading', 'failed', 'unavailable'] as const) if (snapshot.matches(state)) return state;
  return 'ready';
}

/** `interrupted` waits for the connection, `blocked` for a decision. */
export function selectWork(snapshot: Snapshot): 'resting' | 'sending' | 'interrupted' | 'blocked' {
  for (const work of ['sending', 'interrupted', 'blocked'] as const) if (snapshot.matches({ work })) return work;
  return 'resting';
}

export const selectUploadLibrary = ({ context }: Snapshot) => libraryOf(context);
export const selectFolderId = ({ context }: Snapshot) => context.folderId;
export const selectRowKeys = remembered(
  ({ rows }) => [rows.map(({ key }) => key).join()],
  ({ rows }) => rows.map(({ key }) => String(key)),
);
const selectProblems = remembered(
  ({ rows, libraries, libraryId }) => [rows, libraries, libraryId],
  (context): readonly (Problem | null)[] => problemsOf(context.rows, mediaTypeOf(context)),
);

export const rowAt =
  (index: number) =>
  ({ context }: Snapshot): Row | undefined =>
    context.rows[index];

const isTitleProblem = (problem: Problem | null) => problem?.kind === 'noTitle' || problem?.kind === 'badTitle';

/** A missing title counts only after an attempt to start. */
export const problemAt = (index: number) => (snapshot: Snapshot) => {
  const problem = selectProblems(snapshot)[index] ?? null;
  return isTitleProblem(problem) && !snapshot.context.isRefused ? null : problem;
};

export const directoryAt =
  (index: number) =>
  ({ context }: Snapshot): string => {
    const row = context.rows[index];
    return row ? directoryOf(row, mediaTypeOf(context)) : '';
  };

export const showsFiles =
  (key: number) =>
  ({ context }: Snapshot) =>
    context.filesOf === key;

export const selectCounts = remembered(
  ({ rows, libraries, libraryId }) => [rows, libraries, libraryId],
  (context) => {
    const problems = problemsOf(context.rows, mediaTypeOf(context));
    const count = (test: (row: Row, index: number) => boolean) => context.rows.filter(test).length;
    return {
      ready: count((row, index) => isOpen(row) && (!problems[index] || isTitleProblem(problems[index]))),
      held: count((row, index) => isOpen(row) && problems[index] != null && !isTitleProblem(problems[index])),
      failed: count(({ state }) => state.kind === 'failed'),
      queued: count(isQueued),
      sent: count(({ state }) => state.kind === 'sent'),
    };
  },
);

/** Items, bytes, bytes per second and seconds left (null while unknown). */
export const selectTotals = remembered(
  ({ rows, run, flow }) => [rows, run, flow],
  ({ rows, run, flow }) => {
    const totals = totalsOf(rows, run);
    const speed = speedOf(flow);
    return { ...totals, speed, secondsLeft: secondsLeft(totals.bytes - totals.sentBytes, speed) };
  },
);

/** The folder that became the author of all rows. */
export const selectSharedFolder = ({ context }: Snapshot) => sharedFolder(context.rows, mediaTypeOf(context));

export const selectLooseCount = ({ context }: Snapshot) => looseRows(context.rows, mediaTypeOf(context)).length;

type LookUpSnapshot = SnapshotFrom<typeof detailsLookupMachine>;
export const selectProviders = (snapshot: LookUpSnapshot | undefined) => snapshot?.context.providers;
export const selectProvider = (snapshot: LookUpSnapshot | undefined) => snapshot?.context.provider ?? '';
export const selectHasNoProviders = (snapshot: LookUpSnapshot | undefined) => snapshot?.matches('failed') ?? false;

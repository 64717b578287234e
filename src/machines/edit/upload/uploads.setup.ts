import { assign, enqueueActions, sendTo, setup, fromCallback, fromPromise } from 'xstate';
import type { LibraryList } from '../../../schemas/api/library.ts';
import type { PathCheck } from '../../../schemas/api/server-admin.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { z } from '../../../schemas/zod.ts';
import { ping } from '../../../services/endpoints/server.ts';
import { checkPath } from '../../../services/endpoints/uploads.ts';
import { defineStored } from '../../../services/storage.ts';
import { askBeforeClosing, keepAwake, readDropped } from '../../../services/upload-desk.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import type { Message } from '../../kit/message.ts';
import { getCurrentLibraryId, named } from '../../kit/system.ts';
import { type Failure } from '../../kit/failure.logic.ts';
import { endGuard, pageGuard } from '../../kit/leave-guard.actor.ts';
import { leaveQuestion } from '../../kit/messages.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { ProviderNews } from '../quick-match/find-providers.actor.ts';
import { detailsLookupMachine } from './details-lookup.machine.ts';
import type { ItemFields, PickedFile } from './grouping.logic.ts';
import {
  begun,
  isBreak,
  isForAll,
  isQueued,
  isUnsent,
  isUnstarted,
  joined,
  lookedUp,
  nextOf,
  problemsOf,
  progressed,
  settled,
  stopped,
  totalsOf,
  typed,
  uncheckedIn,
  waitsAfter,
  withoutShared,
  type Outcome,
  type RowField,
  flowed,
} from './rows.logic.ts';
import { uploadItemMachine } from './upload-item.machine.ts';
import {
  chosenOf,
  failedKeys,
  folderOf,
  itemInput,
  knownFields,
  mediaTypeOf,
  rowsToLookUp,
  withCheck,
  withQueued,
  type UploadContext,
} from './uploads.logic.ts';
import type { UploadsEvent } from './uploads.protocol.ts';

/** The target of an upload that a reload ended: browsers don't keep the files. */
const uploadLeft = z.object({ libraryId: z.string(), folderId: z.string() });
export type UploadLeft = z.output<typeof uploadLeft>;

/** Chosen or dropped; entries may be folders. */
export interface Pick {
  readonly files: readonly File[];
  readonly entries: readonly FileSystemEntry[];
}

export interface ReadPick {
  readonly files: readonly PickedFile[];
  readonly unreadable: readonly string[];
}

/** Reads all files of a pick, and loads the upload chunk meanwhile. */
const readPicked = fromPromise<ReadPick, Pick>(async ({ input, signal, system }) => {
  getPorts(system).files.prepareUpload();
  const { files, entries } = input;
  if (entries.length > 0) return readDropped(entries, signal);
  return { files: files.map((file) => ({ path: file.webkitRelativePath || file.name, file })), unreadable: [] };
});

export const UPLOAD_LEFT = defineStored('earmark.uploadLeft', uploadLeft);

/** Stored while something is not uploaded. A reload ends the page without stopping this actor, so the note survives. */
const unfinishedUpload = fromCallback<{ type: 'none' }, UploadLeft>(({ input, system }) => {
  const { tabStorage } = getPorts(system);
  void tabStorage.write(UPLOAD_LEFT, input);
  return () => tabStorage.remove(UPLOAD_LEFT);
});

const awake = fromCallback<{ type: 'none' }>(() => keepAwake());

const closingQuestion = fromCallback<{ type: 'none' }>(() => askBeforeClosing());

/** A folder is checked when typing pauses this long, in ms. */
const SETTLE_MS = 400;
/** Wait before a failed request is repeated, in ms. */
const PAUSE_MS = 3000;

const actorId = (key: number) => `item-${key}`;

const failureIn = (outcome: Outcome): AppError | null => (outcome.kind === 'failed' ? outcome.error : null);
const rowOf = ({ rows }: UploadContext, key: number) => rows.find((row) => row.key === key);

interface Ended {
  readonly key: number;
  readonly outcome: Outcome;
}
interface Named {
  readonly key: number | null;
}
const keysOf = ({ key }: Named) => (key === null ? null : [key]);

export const uploadsSetup = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadsEvent,
    tags: {} as 'busy',
    children: {} as {
      read: 'read';
      check: 'check';
      lookUp: 'lookUp';
      ping: 'ping';
      awake: 'awake';
      pageGuard: 'pageGuard';
      endGuard: 'endGuard';
      closingQuestion: 'closingQuestion';
      unfinishedUpload: 'unfinishedUpload';
    },
  },
  actors: {
    read: readPicked,
    check: callEndpoint(checkPath),
    lookUp: detailsLookupMachine,
    ping: callEndpoint(ping),
    uploadItem: uploadItemMachine,
    awake,
    pageGuard,
    endGuard,
    closingQuestion,
    unfinishedUpload,
  },
  delays: { settleTime: SETTLE_MS, pauseTime: PAUSE_MS },
  guards: {
    isEmpty: ({ context }) => context.rows.length === 0,
    hasFolder: ({ context }) => folderOf(context) !== null,
    hasPicks: ({ context }) => context.picks.length > 0,
    hasUnchecked: ({ context }) => uncheckedIn(context.rows, mediaTypeOf(context)) !== null,
    hasUnsent: ({ context }) => context.rows.some(isUnsent),
    hasNoUnsent: ({ context }) => !context.rows.some(isUnsent),
    hasUnstarted: ({ context }) => context.rows.some(isUnstarted),
    hasNoUnstarted: ({ context }) => !context.rows.some(isUnstarted),
    hasQueued: ({ context }) => context.rows.some(isQueued),
    isIdle: ({ context }) => !context.rows.some(isQueued),
    hasNext: ({ context }) => nextOf(context.rows) !== null,
    mayStart: ({ context }) => {
      const problems = problemsOf(context.rows, mediaTypeOf(context));
      return (
        !problems.some((problem) => problem?.kind === 'noTitle' || problem?.kind === 'badTitle') &&
        context.rows.some(({ state }, index) => state.kind === 'ready' && !problems[index])
      );
    },
    mayRemove: ({ context }, { key }: { key: number }) => {
      const row = rowOf(context, key);
      return row !== undefined && !isQueued(row);
    },
    isBroken: ({ context }, { key, outcome }: Ended) => {
      const [row, error] = [rowOf(context, key), failureIn(outcome)];
      return row !== undefined && error !== null && isBreak(error) && waitsAfter(row, error);
    },
    isBlocked: (_, { outcome }: Ended) => {
      const error = failureIn(outcome);
      return error !== null && isForAll(error);
    },
    isAccepted: (_, { output }: ModalClosed<'confirm'>) => output?.accepted === true,
  },
  actions: {
    forgetLeft: ({ system }) => getPorts(system).tabStorage.remove(UPLOAD_LEFT),
    takeLibraries: assign(({ context, self }, { data }: { data: LibraryList }) => {
      const libraries = data.libraries.items.toSorted((a, b) => a.displayOrder - b.displayOrder);
      return { libraries, ...chosenOf(context, libraries, getCurrentLibraryId(self.system)) };
    }),
    chooseLibrary: assign(({ context }, { id }: { id: string }) => ({
      libraryId: id,
      folderId: context.libraries.find((library) => library.id === id)?.folders[0]?.id ?? null,
    })),
    leaveOut: assign(({ context }) => ({ rows: withoutShared(context.rows, mediaTypeOf(context)) })),
    join: assign(({ context }) => ({ rows: joined(context.rows, mediaTypeOf(context)), filesOf: null })),
    notifyLookUp: sendTo('lookUp', (_, news: ProviderNews) => news),
    lookUp: enqueueActions(({ context, enqueue }, { key }: Named) => {
      const rows = rowsToLookUp(context, key);
      if (rows.length === 0) return;
      enqueue.assign({ rows: rows.reduce((all, row) => lookedUp(all, row.key, 'requested'), context.rows) });
      enqueue.sendTo('lookUp', {
        type: 'lookUp.ask',
        rows: rows.map(({ key: own, title, author }) => ({ key: own, title, author })),
      });
    }),
    takeDetails: assign(({ context }, { key, fields }: { key: number; fields: ItemFields | null }) => ({
      rows: fields ? lookedUp(context.rows, key, 'found', knownFields(fields)) : lookedUp(context.rows, key, 'none'),
    })),
    markLookupFailed: assign(({ context }, { key }: { key: number }) => ({
      rows: lookedUp(context.rows, key, 'failed'),
    })),
    keepPick: assign(({ context }, { pick }: { pick: Pick }) => ({ picks: [...context.picks, pick] })),
    dropPick: assign(({ context }, { cause }: Failure) => ({
      picks: context.picks.slice(1),
      pickError: toAppError(cause),
    })),
    type: assign(({ context }, { key, field, value }: { key: number; field: RowField; value: string }) => ({
      rows: typed(context.rows, key, field, value),
    })),
    restore: assign(({ context }) => ({
      rows: [...context.rows, ...context.removed].toSorted((a, b) => a.key - b.key),
      removed: [],
    })),
    keepCheck: assign(({ context }, { exists, libraryItemTitle }: PathCheck) =>
      withCheck(context, exists ? 'taken' : 'free', libraryItemTitle),
    ),
    queueAll: assign(({ context }) => withQueued(context, null)),
    queueAgain: assign(({ context }, params: Named) => withQueued(context, keysOf(params) ?? failedKeys(context))),
    refuse: assign(({ context }) => {
      const index = problemsOf(context.rows, mediaTypeOf(context)).findIndex((problem) => problem !== null);
      return { isRefused: true, follow: index === -1 ? null : { index } };
    }),
    sendNext: enqueueActions(({ context, enqueue }) => {
      const row = nextOf(context.rows);
      if (!row) return;
      enqueue.assign({ rows: begun(context.rows, row.key) });
      enqueue.spawnChild('uploadItem', { id: actorId(row.key), input: itemInput(context, row) });
    }),
    stop: enqueueActions(({ context, enqueue }, params: Named) => {
      const keys = keysOf(params);
      for (const { key, state } of context.rows)
        if (state.kind === 'sending' && (keys === null || keys.includes(key))) enqueue.stopChild(actorId(key));
      enqueue.assign({ rows: stopped(context.rows, keys) });
    }),
    noteProgress: assign(({ context }, { key, sentBytes, at }: { key: number; sentBytes: number; at: number }) => {
      const rows = progressed(context.rows, key, sentBytes, at);
      return { rows, flow: flowed(context.flow, { at, bytes: totalsOf(rows, context.run).sentBytes }) };
    }),
    settle: enqueueActions(({ context, enqueue }, { key, outcome }: Ended) => {
      enqueue.stopChild(actorId(key));
      enqueue.assign({ rows: settled(context.rows, key, outcome, mediaTypeOf(context)) });
    }),
    keepBlock: assign((_, { outcome }: Ended) => ({ error: failureIn(outcome) })),
    forgetBlock: assign({ error: null }),
    ask: sendTo(named('modals'), ({ self }, { message }: { message: Message }) =>
      leaveQuestion(self, message, 'itemEdit.discard'),
    ),
    proceed: sendTo((_, { guard }: { guard: 'pageGuard' | 'endGuard' }) => guard, { type: 'leave.proceed' }),
  },
});

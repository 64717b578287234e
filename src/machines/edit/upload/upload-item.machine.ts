import { fromCallback, sendParent, setup } from 'xstate';
import { by } from '../../kit/by.ts';
import type { PathCheck } from '../../../schemas/api/server-admin.ts';
import { toAppError } from '../../../schemas/app-error.ts';
import { checkPath, uploadItem, type UploadInput } from '../../../services/endpoints/uploads.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { failureOf, type Failure } from '../../kit/failure.logic.ts';
import type { Outcome } from './rows.logic.ts';

export interface UploadItemInput {
  readonly key: number;
  /** Below the library folder. */
  readonly directory: string;
  readonly folderPath: string;
  readonly upload: UploadInput;
}

/** Bytes of the whole request; `at` in ms. */
type SendReport =
  | { type: 'send.progressed'; sentBytes: number; isAll: boolean; at: number }
  | { type: 'send.finished' }
  | ({ type: 'send.failed' } & Failure);

export type UploadItemReport =
  | { type: 'uploadItem.progressed'; key: number; sentBytes: number; at: number }
  | { type: 'uploadItem.ended'; key: number; outcome: Outcome };

/** A connection without progress for this long counts as broken, in ms. */
const STALL_MS = 60_000;
/** Interval of progress reports, in ms. */
const NOTIFY_MS = 500;

const send = fromCallback<{ type: 'none' }, UploadInput>(({ input, sendBack, system }) => {
  const { files, clock } = getPorts(system);
  const controller = new AbortController();
  const notify = (report: SendReport) => {
    if (!controller.signal.aborted) sendBack(report);
  };
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) => {
    const at = clock.now();
    if (at - reportedAt < NOTIFY_MS && sentBytes < totalBytes) return;
    reportedAt = at;
    notify({ type: 'send.progressed', sentBytes, isAll: sentBytes >= totalBytes, at });
  };
  files.upload(uploadItem, input, { signal: controller.signal, onProgress }).then(
    () => notify({ type: 'send.finished' }),
    (cause: unknown) => notify({ type: 'send.failed', cause }),
  );
  return () => controller.abort();
});

/**
 * Uploads one item in one call, after it checked that its folder is free: the server overwrites files.
 * Reports its end once; stopping it cancels the call.
 */
export const uploadItemMachine = setup({
  types: {
    input: {} as UploadItemInput,
    context: {} as UploadItemInput,
    events: {} as SendReport,
    children: {} as { check: 'check'; send: 'send' },
  },
  actors: { check: callEndpoint(checkPath), send },
  delays: { stallTime: STALL_MS },
  guards: {
    isAll: (_, { isAll }: { isAll: boolean }) => isAll,
    isFree: (_, { exists }: PathCheck) => !exists,
  },
  actions: {
    notifyProgress: sendParent(
      ({ context: { key } }, { sentBytes, at }: { sentBytes: number; at: number }) =>
        ({ type: 'uploadItem.progressed', key, sentBytes, at }) satisfies UploadItemReport,
    ),
    notifySent: sendParent(
      ({ context: { key } }) =>
        ({ type: 'uploadItem.ended', key, outcome: { kind: 'sent' } }) satisfies UploadItemReport,
    ),
    notifyTaken: sendParent(
      ({ context: { key } }, { libraryItemTitle }: PathCheck) =>
        ({
          type: 'uploadItem.ended',
          key,
          outcome: { kind: 'taken', title: libraryItemTitle ?? null },
        }) satisfies UploadItemReport,
    ),
    notifyStalled: sendParent(
      ({ context: { key } }) =>
        ({
          type: 'uploadItem.ended',
          key,
          outcome: { kind: 'failed', error: { kind: 'timeout' } },
        }) satisfies UploadItemReport,
    ),
    notifyFailed: sendParent(
      ({ context: { key } }, { cause }: Failure) =>
        ({
          type: 'uploadItem.ended',
          key,
          outcome: { kind: 'failed', error: toAppError(cause) },
        }) satisfies UploadItemReport,
    ),
  },
}).createMachine({
  id: 'uploadItem',
  context: ({ input }) => input,
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        src: 'check',
        id: 'check',
        input: ({ context: { directory, folderPath } }) => ({ directory, folderPath }),
        onDone: [
          { guard: { type: 'isFree', params: ({ event }) => event.output }, target: 'sending' },
          { target: 'ended', actions: { type: 'notifyTaken', params: ({ event }) => event.output } },
        ],
        onError: { target: 'ended', actions: { type: 'notifyFailed', params: failureOf } },
      },
    },
    sending: {
      invoke: { src: 'send', id: 'send', input: ({ context }) => context.upload },
      initial: 'moving',
      states: {
        moving: { after: { stallTime: { target: '#uploadItem.ended', actions: 'notifyStalled' } } },
        /** All bytes are sent; the server stores them. */
        storing: {},
      },
      on: {
        'send.progressed': [
          { guard: by('isAll'), target: '.storing', actions: by('notifyProgress') },
          { target: '.moving', actions: by('notifyProgress') },
        ],
        'send.finished': { target: 'ended', actions: 'notifySent' },
        'send.failed': { target: 'ended', actions: by('notifyFailed') },
      },
    },
    ended: { type: 'final' },
  },
});

import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { getPorts } from '../../kit/ports.ts';
import { BATCH_DRAFT } from '../batch-edit/batch-edit.stored.ts';
import { getProgress, named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import { playCommand } from '../../playback/queue/queue.logic.ts';
import { keyOf } from '../../kit/media.logic.ts';
import type { ProgressCommand } from '../../playback/progress/progress.protocol.ts';
import {
  answered,
  asksOf,
  editsOf,
  failureTextOf,
  only,
  questionOf,
  successOf,
  toQueue,
  undoOf,
  type Edit,
} from './batch.logic.ts';
import { batchSender, type SenderReport } from './batch-sender.actor.ts';
import { mediaOf } from '../../browse/selection/selection.logic.ts';
import type {
  BatchInput,
  BatchOutput,
  Job,
  MatchesBegun,
  PickedItem,
  QuickMatchOptions,
} from '../../browse/selection/selection.protocol.ts';
import { rememberHardDelete, wantsHardDelete } from '../../browse/selection/soft-delete.stored.ts';

type Closed = ModalClosed<'addToList' | 'confirm' | 'quickMatch'>;

export type BatchEvent = SenderReport | Closed;

interface BatchContext {
  readonly job: Job;
  readonly picked: readonly PickedItem[];
  readonly ids: readonly string[];
  readonly edits: readonly Edit[] | null;
  readonly done: readonly string[];
  readonly failed: readonly string[];
  readonly error: AppError | null;
}

type Settled = Extract<SenderReport, { type: 'batch.partSettled' }>;

/**
 * Runs one job on the selected items. Output: ids of the items that are finished.
 * Deletion, matches and marks of whole podcasts need confirmation. Progress is one pending change.
 */
export const batchMachine = setup({
  types: {
    input: {} as BatchInput,
    context: {} as BatchContext,
    events: {} as BatchEvent,
    output: {} as BatchOutput,
    children: {} as { sender: 'sender' },
    tags: {} as 'sending',
  },
  actors: { sender: batchSender },
  guards: {
    needsAnswer: ({ context: { job } }) => asksOf(job),
    needsOptions: ({ context: { job } }) => job.kind === 'quickMatch' && job.options === null,
    plays: ({ context: { job } }) => job.kind === 'play',
    queues: ({ context: { job } }) => job.kind === 'queue',
    edits: ({ context: { job } }) => job.kind === 'edit',
    addsToList: ({ context: { job } }) => job.kind === 'addToList',
    isNothing: ({ context }) => context.ids.length === 0,
    isAccepted: (_, closed: Closed) => closed.modal === 'confirm' && closed.output?.accepted === true,
    hasOptions: (_, closed: Closed) => optionsOf(closed) !== null,
    changesProgress: ({ context }) => context.edits !== null,
  },
  actions: {
    ask: sendTo(named('modals'), ({ context: { job, picked, ids }, self }): ModalsEvent => {
      const input = questionOf(job, picked, ids.length, wantsHardDelete(getPorts(self.system)));
      return { type: 'modals.open', modal: 'confirm', input, tag: 'batch', replyTo: self };
    }),
    askForOptions: sendTo(named('modals'), ({ context, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'quickMatch',
      input: {
        ids: context.ids,
        libraryId: context.picked[0]?.item?.libraryId ?? '',
        mediaType: context.picked[0]?.item?.mediaType ?? 'book',
      },
      tag: 'quickMatch',
      replyTo: self,
    })),
    openLists: sendTo(named('modals'), ({ context: { job, picked }, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'addToList',
      input: {
        kind: job.kind === 'addToList' ? job.list : 'playlist',
        libraryId: picked[0]?.item?.libraryId ?? '',
        items: picked.map(mediaOf),
        title: null,
      },
      tag: 'addToList',
      replyTo: self,
    })),
    takeAll: assign(({ context }) => ({ done: context.ids })),
    takeAnswer: assign(({ context: { job }, system }, closed: Closed) => {
      const hard = closed.modal === 'confirm' && closed.output?.checked === true;
      if (job.kind === 'delete') rememberHardDelete(getPorts(system), hard);
      return { job: answered(job, hard) };
    }),
    takeOptions: assign((_, closed: Closed) => ({
      job: { kind: 'quickMatch', options: optionsOf(closed) } satisfies Job,
    })),
    play: enqueueActions(({ context, enqueue }) => {
      const items = context.picked.flatMap(({ item }) => (item ? [toQueue(item)] : []));
      const [first] = items;
      if (!first) return;
      if (items.length > 1) enqueue.sendTo(named('queue'), { type: 'queue.add', items, place: 'next' });
      enqueue.sendTo(named('player'), playCommand(first, false));
      enqueue.assign({ done: context.ids });
    }),
    addToQueue: enqueueActions(({ context, enqueue }) => {
      const items = context.picked.flatMap(({ item }) => (item ? [toQueue(item)] : []));
      enqueue.sendTo(named('queue'), { type: 'queue.add', items, place: 'last' });
      enqueue.assign({ done: context.ids });
    }),
    /** Stored for the editor page, which survives a reload. */
    openEditor: enqueueActions(({ context, system, enqueue }) => {
      const ids = context.picked.map(({ id }) => id);
      getPorts(system).tabStorage.write(BATCH_DRAFT, { ids, drafts: [] });
      const view = context.job.kind === 'edit' ? context.job.view : undefined;
      enqueue.sendTo(named('router'), { type: 'router.go', to: { name: 'batch', ...(view ? { view } : {}) } });
    }),
    mark: sendTo(named('progress'), ({ context: { edits } }): ProgressCommand => ({
      type: 'progress.editMany',
      edits: (edits ?? []).map(({ media, edit }) => ({ media, edit })),
    })),
    notifyLooked: sendParent(
      (_, { before }: Pick<MatchesBegun, 'before'>) => ({ type: 'matches.begun', before }) satisfies MatchesBegun,
    ),
    takePart: assign(({ context }, { ids, error }: Settled) =>
      error ? { failed: [...context.failed, ...ids], error } : { done: [...context.done, ...ids] },
    ),
    notifyEnd: enqueueActions(({ context, enqueue }) => {
      const { job, picked, ids, failed, error, edits } = context;
      if (failed.length > 0) {
        const retried = only(picked, failed);
        enqueue.sendTo(named('toasts'), {
          type: 'toasts.show',
          id: TOAST,
          kind: 'error',
          durationMs: null,
          message: failureTextOf(job.kind, failed.length, ids.length),
          ...(error ? { error } : {}),
          action: {
            label: { key: 'common.retry' },
            to: 'selection',
            event: { type: 'selection.run', job, picked: retried },
          },
        });
      } else {
        const message = successOf(job.kind, only(picked, ids));
        const undo = edits && undoOf(edits);
        if (message)
          enqueue.sendTo(named('toasts'), {
            type: 'toasts.show',
            id: TOAST,
            kind: 'success',
            message,
            ...(undo ? { action: undo } : {}),
          } satisfies ToastsEvent);
      }
    }),
  },
}).createMachine({
  id: 'batch',
  context: ({ input: { job, picked }, self }) => {
    const edits = editsOf(job, picked, (media) => getProgress(self.system, media));
    return {
      job,
      picked,
      edits,
      ids: edits ? edits.map(({ media }) => keyOf(media)) : picked.map(({ id }) => id),
      done: [],
      failed: [],
      error: null,
    };
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isNothing', target: 'ended' },
        { guard: 'needsAnswer', target: 'asking' },
        { guard: 'needsOptions', target: 'choosing' },
        { guard: 'plays', target: 'ended', actions: 'play' },
        { guard: 'queues', target: 'ended', actions: 'addToQueue' },
        { guard: 'edits', target: 'ended', actions: ['takeAll', 'openEditor'] },
        { guard: 'addsToList', target: 'listing' },
        { guard: 'changesProgress', target: 'ended', actions: ['takeAll', 'mark', 'notifyEnd'] },
        { target: 'sending' },
      ],
    },
    asking: {
      entry: 'ask',
      on: {
        'modal.closed': [
          { guard: by('isAccepted'), target: 'deciding', actions: by('takeAnswer') },
          { target: 'ended' },
        ],
      },
    },
    choosing: {
      entry: 'askForOptions',
      on: {
        'modal.closed': [
          { guard: by('hasOptions'), target: 'sending', actions: by('takeOptions') },
          { target: 'ended' },
        ],
      },
    },
    listing: { entry: 'openLists', on: { 'modal.closed': { target: 'ended', actions: 'takeAll' } } },
    sending: {
      tags: 'sending',
      invoke: {
        src: 'sender',
        id: 'sender',
        input: ({ context: { job, ids, picked } }) => ({ job, picked: only(picked, ids) }),
      },
      on: {
        'batch.looked': { actions: by('notifyLooked') },
        'batch.partSettled': { actions: by('takePart') },
        'batch.allSettled': { target: 'ended', actions: 'notifyEnd' },
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { picked, ids, done } }) => {
    const settled = new Set(done);
    const left = new Set(ids.filter((id) => !settled.has(id)));
    return { done: picked.map(({ id }) => id).filter((id) => !left.has(id)) };
  },
});

const TOAST = 'selection';

function optionsOf(closed: Closed): QuickMatchOptions | null {
  return closed.modal === 'quickMatch' ? (closed.output?.options ?? null) : null;
}

export type BatchLogic = typeof batchMachine;
export type BatchRef = ActorRefFrom<typeof batchMachine>;

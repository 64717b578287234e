import type { MediaProgress } from '../../../schemas/api/progress.ts';
import type { QueueItem } from '../../../schemas/queue.ts';
import type { ToastAction } from '../../kit/toasts.protocol.ts';
import type { Message } from '../../kit/message.ts';
import type { ConfirmInput } from '../../app/modals/confirm.machine.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { MediaEdit } from '../../playback/progress/progress.protocol.ts';
import { areEpisodes } from '../../browse/selection/actions.logic.ts';
import { mediaOf, partsOf } from '../../browse/selection/selection.logic.ts';
import type { Job, JobKind, KnownItem, PickedItem } from '../../browse/selection/selection.protocol.ts';
import type { SnapshotFrom } from 'xstate';
import type { batchMachine } from './batch.machine.ts';

/** Jobs that the server answers before it starts them go as a whole; episodes are removed one by one. */
export function jobParts(kind: JobKind, picked: readonly PickedItem[]): readonly (readonly PickedItem[])[] {
  if (kind === 'delete' && areEpisodes(picked)) return picked.map((one) => [one]);
  return kind === 'scan' || kind === 'quickMatch' || kind === 'download' ? [picked] : partsOf(picked);
}

export interface Edit extends MediaEdit {
  readonly before: MediaProgress | null;
}

/**
 * Changes of progress that a job makes; null for other jobs.
 * @param progressOf current progress
 */
export function editsOf(
  job: Job,
  picked: readonly PickedItem[],
  progressOf: (media: MediaRef) => MediaProgress | null,
): readonly Edit[] | null {
  const { kind } = job;
  if (kind !== 'finish' && kind !== 'unfinish') return null;
  return picked.flatMap((one): readonly Edit[] => {
    const media = mediaOf(one);
    const before = progressOf(media);
    const isSo = (before?.isFinished ?? false) === (kind === 'finish');
    return isSo ? [] : [{ media, edit: { kind }, before }];
  });
}

export const asksOf = (job: Job): boolean =>
  (job.kind === 'delete' && job.hard === null) || ('asks' in job && job.asks === true);

/**
 * The confirmation for a job.
 * @param hard whether the last deletion included files
 */
export function questionOf(job: Job, picked: readonly PickedItem[], count: number, hard: boolean): ConfirmInput {
  const about = { type: 'yesNo', tone: 'danger' } as const;
  const values = { count };
  if (job.kind !== 'finish' && job.kind !== 'unfinish')
    return {
      ...about,
      message: {
        key: areEpisodes(picked) ? 'selection.confirmDeleteEpisodes' : 'selection.confirmDelete',
        values: { ...values, ...titlesOf(picked) },
      },
      confirmLabel: { key: 'selection.actions.delete' },
      checkbox: { label: filesOf(picked), checked: hard },
    };
  const isFinished = job.kind === 'finish';
  return {
    ...about,
    tone: 'primary',
    message: { key: isFinished ? 'selection.confirmFinish' : 'selection.confirmUnfinish', values },
    confirmLabel: { key: isFinished ? 'common.markFinished' : 'common.markUnfinished' },
  };
}

function titlesOf(picked: readonly PickedItem[]) {
  const [first = '', second = ''] = picked.map(({ item }) => item?.title ?? '');
  const isNamed = first !== '' && (picked.length === 1 || second !== '');
  return { first, second, more: picked.length - 2, isNamed: isNamed ? 'yes' : 'no' };
}

/** Folder of a single item, and size in megabytes (1,048,576 bytes). */
function filesOf(picked: readonly PickedItem[]): Message {
  const sizes = picked.map(({ item }) => item?.size ?? null);
  if (sizes.includes(null)) return { key: 'selection.deleteFiles' };
  const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const values = { megabytes: Math.max(1, Math.round(bytes / 1024 ** 2)) };
  const folder = picked.length === 1 ? (picked[0]?.item?.folder ?? null) : null;
  return folder === null
    ? { key: 'selection.deleteFilesOf', values }
    : { key: 'selection.deleteFolder', values: { ...values, folder } };
}

/** The confirmed job; `hard`: with files. */
export function answered(job: Job, hard: boolean): Job {
  if (job.kind === 'delete') return { kind: job.kind, hard };
  return job.kind === 'finish' || job.kind === 'unfinish' ? { kind: job.kind } : job;
}

export function only(picked: readonly PickedItem[], ids: readonly string[]): readonly PickedItem[] {
  const wanted = new Set(ids);
  return picked.filter(({ id }) => wanted.has(id));
}

export function toQueue(item: KnownItem): QueueItem {
  const { libraryItemId, episodeId, libraryId, updatedAt, title, subtitle, caption, coverPath, duration } = item;
  return { libraryItemId, episodeId, libraryId, updatedAt, coverPath, title, subtitle, caption, duration };
}

/** Their effect is visible without a toast. */
const SILENT: readonly JobKind[] = ['restoreNarrators', 'play', 'queue', 'edit', 'download', 'addToList'];

export function successOf(kind: JobKind, done: readonly PickedItem[]): Message | null {
  const values = { count: done.length };
  if (kind === 'delete' && areEpisodes(done)) return { key: 'selection.done.deleteEpisodes', values };
  return SILENT.includes(kind) ? null : { key: `selection.done.${kind}`, values };
}

export function failureTextOf(kind: JobKind, failed: number, count: number): Message {
  const name = kind === 'restoreDetails' ? 'restore' : kind;
  return { key: `selection.failed.${name}`, values: { failed, count } };
}

export const undoOf = (edits: readonly Edit[]): ToastAction => ({
  label: { key: 'toasts.undo' },
  to: 'progress',
  event: {
    type: 'progress.editMany',
    edits: edits.map(({ media, before }) => ({ media, edit: { kind: 'restore', entry: before } })),
  },
});

export function selectBatchProgress(
  snapshot: SnapshotFrom<typeof batchMachine>,
): { done: number; count: number } | null {
  const { ids, done, failed } = snapshot.context;
  return snapshot.hasTag('sending') ? { done: done.length + failed.length, count: ids.length } : null;
}

import type { SnapshotFrom } from 'xstate';
import type { ScanResults, Task } from '../../../schemas/api/task.ts';
import type { Message } from '../../kit/message.ts';
import type { Route } from '../../kit/router/routes.ts';
import type { tasksMachine } from './tasks.machine.ts';

export interface TaskEntry {
  readonly task: Task;
  /** 0..1; null when unknown. */
  readonly progress: number | null;
  /** A cancel was requested here. */
  readonly isCanceling: boolean;
  /** The list was open since it finished. */
  readonly isSeen: boolean;
}

export const TASKS_MENU = 'tasks';

const MOST_ROWS = 50;

export const isLibraryScan = ({ action }: Task): boolean => action === 'library-scan';

export const isListed = ({ isFinished, isFailed, showSuccess }: Task): boolean =>
  !isFinished || isFailed || showSuccess;

export function withTask(entries: readonly TaskEntry[], task: Task): readonly TaskEntry[] {
  const known = entries.find((entry) => entry.task.id === task.id);
  if (!known) return [...entries, { task, progress: null, isCanceling: false, isSeen: false }];
  const changed = { ...known, task, isCanceling: known.isCanceling && !task.isFinished };
  return entries.map((entry) => (entry === known ? changed : entry));
}

export function withoutTask(entries: readonly TaskEntry[], id: string): readonly TaskEntry[] {
  return entries.filter(({ task }) => task.id !== id);
}

/** Events since the request (`updatedIds`: ids) are newer than the answer; other missing tasks have ended. */
export function withRunning(
  entries: readonly TaskEntry[],
  running: readonly Task[],
  updatedIds: readonly string[],
): readonly TaskEntry[] {
  const listed = new Set(running.map(({ id }) => id));
  const kept = entries.filter(({ task }) => task.isFinished || listed.has(task.id) || updatedIds.includes(task.id));
  const finished = new Set(kept.filter(({ task }) => task.isFinished).map(({ task }) => task.id));
  return running
    .filter(({ id }) => !updatedIds.includes(id) && !finished.has(id))
    .reduce<readonly TaskEntry[]>((all, task) => withTask(all, task), kept);
}

/** Running tasks, oldest first; then finished ones, newest first. Also the number of hidden rows. */
export function rowsOf(entries: readonly TaskEntry[]): { readonly rows: readonly TaskEntry[]; readonly more: number } {
  const running = entries.filter(({ task }) => !task.isFinished);
  const finished = entries.filter(({ task }) => task.isFinished && isListed(task));
  const all = [...running, ...finished.toReversed()];
  const rows = all.slice(0, MOST_ROWS);
  return { rows, more: all.length - rows.length };
}

/** Null without a page. */
export function routeOf({ action, data }: Task): Route | null {
  const itemId = data?.libraryItemId;
  if (action === 'download-podcast-episode') {
    return data?.libraryId ? { name: 'libraryDownloadQueue', libraryId: data.libraryId } : null;
  }
  if (!itemId) return null;
  if (action === 'encode-m4b') return { name: 'manage', id: itemId, tool: 'm4b' };
  if (action === 'embed-metadata') return { name: 'manage', id: itemId, tool: 'embed' };
  return action === 'scan-item' ? { name: 'item', id: itemId } : null;
}

export interface ScanSummary {
  /** In display order; empty: no changes. */
  readonly changes: readonly { readonly kind: 'added' | 'updated' | 'missing'; readonly count: number }[];
  /** ms; null when unknown. */
  readonly elapsed: number | null;
}

export function scanSummaryOf({ data, isFailed, isFinished, startedAt, finishedAt }: Task): ScanSummary | null {
  const results: ScanResults | null | undefined = data?.scanResults;
  if (!results || isFailed || !isFinished) return null;
  const report = startedAt !== null && finishedAt !== null ? finishedAt - startedAt : null;
  return {
    changes: (['added', 'updated', 'missing'] as const)
      .map((kind) => ({ kind, count: results[kind] ?? 0 }))
      .filter(({ count }) => count > 0),
    elapsed: results.elapsed ?? report,
  };
}

/** A text of the server: plain, or a key with values for `{0}`, `{1}` … */
export interface ServerWords {
  readonly text: string | null;
  readonly key: string | null;
  readonly values: Readonly<Record<string, string | number>>;
}

type Field = 'title' | 'description' | 'error';

export function wordsOf(task: Task, field: Field): ServerWords | null {
  const [text, key, subs] = [task[field], task[`${field}Key`] ?? null, task[`${field}Subs`] ?? []];
  if (!text && !key) return null;
  return { text, key, values: Object.fromEntries(subs.map((value, index) => [String(index), value])) };
}

/** `isKnown`: whether the catalogue has a key. */
export function messageOf({ text, key, values }: ServerWords, isKnown: (key: string) => boolean): Message {
  const own = `serverTasks.${key}`;
  return key !== null && isKnown(own) ? { key: own, values } : { text: text ?? key ?? '' };
}

type TasksSnapshot = SnapshotFrom<typeof tasksMachine>;

export const selectRunningCount = ({ context }: TasksSnapshot) =>
  context.entries.filter(({ task }) => !task.isFinished).length;

export const selectHasNews = ({ context }: TasksSnapshot) =>
  context.entries.some(({ task, isSeen }) => task.isFinished && isListed(task) && !task.isFailed && !isSeen);

export const selectTaskRows = ({ context }: TasksSnapshot) => rowsOf(context.entries);

export const selectLastFinished = ({ context }: TasksSnapshot) => context.lastFinished;
export const selectEmbedQueueLength = ({ context }: TasksSnapshot) => context.embedQueue.length;

export function selectTasksState(snapshot: TasksSnapshot): 'loading' | 'failed' | 'loaded' {
  if (snapshot.matches({ following: 'loaded' })) return 'loaded';
  return snapshot.matches({ following: 'failed' }) ? 'failed' : 'loading';
}

export const selectScanOf = ({ context }: TasksSnapshot, libraryId: string): TaskEntry | null =>
  context.entries.find(({ task }) => isLibraryScan(task) && !task.isFinished && task.data?.libraryId === libraryId) ??
  null;

import type { ScanResults, Task } from '../../schemas/api/task.ts';
import type { Message } from '../app/message.ts';
import type { Route } from '../router/routes.ts';

/** A task as this tab knows it. */
export interface TaskEntry {
  readonly task: Task;
  /** 0..100; null until the server tells it. */
  readonly progress: number | null;
  /** Somebody here asked the server to cancel it (TSK-015). */
  readonly isCanceling: boolean;
  /** It was in the open list since it finished. */
  readonly isSeen: boolean;
}

/** The name of the list among the menus. */
export const TASKS_MENU = 'tasks';

/** The most rows that are shown. */
const MOST_ROWS = 50;

export const isLibraryScan = ({ action }: Task): boolean => action === 'library-scan';

/** Whether the list shows a task: one that has finished well only where it wants to be shown (TSK-021). */
export const isListed = ({ isFinished, isFailed, showSuccess }: Task): boolean =>
  !isFinished || isFailed || showSuccess;

/** The tasks with this one as the server tells it now. */
export function withTask(entries: readonly TaskEntry[], task: Task): readonly TaskEntry[] {
  const known = entries.find((entry) => entry.task.id === task.id);
  if (!known) return [...entries, { task, progress: null, isCanceling: false, isSeen: false }];
  const changed = { ...known, task, isCanceling: known.isCanceling && !task.isFinished };
  return entries.map((entry) => (entry === known ? changed : entry));
}

export function withoutTask(entries: readonly TaskEntry[], id: string): readonly TaskEntry[] {
  return entries.filter(({ task }) => task.id !== id);
}

/**
 * The tasks after the server listed those that run. What events told since it was asked (`heard`: ids) is newer than
 * its answer; of the others, one that it does not list has ended unheard.
 */
export function withRunning(
  entries: readonly TaskEntry[],
  running: readonly Task[],
  heard: readonly string[],
): readonly TaskEntry[] {
  const listed = new Set(running.map(({ id }) => id));
  const kept = entries.filter(({ task }) => task.isFinished || listed.has(task.id) || heard.includes(task.id));
  const finished = new Set(kept.filter(({ task }) => task.isFinished).map(({ task }) => task.id));
  return running
    .filter(({ id }) => !heard.includes(id) && !finished.has(id))
    .reduce<readonly TaskEntry[]>((all, task) => withTask(all, task), kept);
}

/** The rows of the list: what runs, oldest first, then what has finished, newest first; and how many more there are. */
export function rowsOf(entries: readonly TaskEntry[]): { readonly rows: readonly TaskEntry[]; readonly more: number } {
  const running = entries.filter(({ task }) => !task.isFinished);
  const finished = entries.filter(({ task }) => task.isFinished && isListed(task));
  const all = [...running, ...finished.toReversed()];
  const rows = all.slice(0, MOST_ROWS);
  return { rows, more: all.length - rows.length };
}

/** The page that a task is about (TSK-005 to TSK-008); null when there is none. */
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

/** What a finished scan found (TSK-012 to TSK-014). */
export interface ScanSummary {
  /** In the order in which they are told; empty: no changes were needed. */
  readonly changes: readonly { readonly kind: 'added' | 'updated' | 'missing'; readonly count: number }[];
  /** In ms; null when the server does not tell. */
  readonly elapsed: number | null;
}

/** What the scan found; null for another task, or one that still runs or has failed. */
export function scanSummaryOf({ data, isFailed, isFinished, startedAt, finishedAt }: Task): ScanSummary | null {
  const results: ScanResults | null | undefined = data?.scanResults;
  if (!results || isFailed || !isFinished) return null;
  const told = startedAt !== null && finishedAt !== null ? finishedAt - startedAt : null;
  return {
    changes: (['added', 'updated', 'missing'] as const)
      .map((kind) => ({ kind, count: results[kind] ?? 0 }))
      .filter(({ count }) => count > 0),
    elapsed: results.elapsed ?? told,
  };
}

/** A text of the server: in its own words, and by key with what stands in the places `{0}`, `{1}` … (TSK-023). */
export interface ServerWords {
  readonly text: string | null;
  readonly key: string | null;
  readonly values: Readonly<Record<string, string | number>>;
}

type Field = 'title' | 'description' | 'error';

/** The title, the description or the error of a task; null when it has none. */
export function wordsOf(task: Task, field: Field): ServerWords | null {
  const [text, key, subs] = [task[field], task[`${field}Key`] ?? null, task[`${field}Subs`] ?? []];
  if (!text && !key) return null;
  return { text, key, values: Object.fromEntries(subs.map((value, index) => [String(index), value])) };
}

/** The message of such a text. `isKnown` says whether the catalogue has a key. */
export function messageOf({ text, key, values }: ServerWords, isKnown: (key: string) => boolean): Message {
  const own = `serverTasks.${key}`;
  return key !== null && isKnown(own) ? { key: own, values } : { text: text ?? key ?? '' };
}

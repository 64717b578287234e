import type { AppError } from '../../schemas/app-error.ts';
import type { ChangeBody, PendingChange } from '../../schemas/pending-change.ts';

/** How long it waits before it tries again, in ms: longer after each failure. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** What a change is of. Changes of one thing are sent one after the other. */
export function thingOf(body: ChangeBody): string {
  switch (body.kind) {
    case 'progress':
      return `progress/${body.media.libraryItemId}/${body.media.episodeId ?? ''}`;
    case 'series':
      return `series/${body.seriesId}`;
    case 'bookmark':
      return `bookmark/${body.job.bookmark.libraryItemId}/${body.job.bookmark.time}`;
    case 'list':
      return `list/${body.job.list.id}`;
  }
}

const CREATIONS: ReadonlySet<string> = new Set(['create', 'recreate', 'copy']);

/** Whether the server makes something new of it each time that it is sent. */
export function isCreation({ kind, ...body }: ChangeBody): boolean {
  return kind === 'list' && 'job' in body && CREATIONS.has(body.job.kind);
}

/**
 * The first of these that can be sent now; null: none. `failed`: ids of those that can't. What is behind such a one in
 * one of its lines waits: changes of the same thing, and other new lists, since a new one is found by what was there
 * before.
 */
export function nextOf(waiting: readonly PendingChange[], failed: ReadonlySet<string>): PendingChange | null {
  const held = new Set<string>();
  for (const change of waiting) {
    const lines = isCreation(change.body) ? [thingOf(change.body), 'creations'] : [thingOf(change.body)];
    if (!failed.has(change.id) && !lines.some((line) => held.has(line))) return change;
    for (const line of lines) held.add(line);
  }
  return null;
}

/** Whether the server has the same in the end when two tabs send it at the same time. */
export function isSafeTwice(body: ChangeBody): boolean {
  return body.kind !== 'list' || !(isCreation(body) || body.job.kind === 'add' || body.job.kind === 'restore');
}

const POINTLESS_BEFORE_DELETION: ReadonlySet<string> = new Set(['add', 'remove', 'restore', 'reorder']);

/** Whether the earlier change of the same thing makes no difference once the later one is made. */
export function supersedes(later: ChangeBody, earlier: ChangeBody): boolean {
  if (thingOf(later) !== thingOf(earlier)) return false;
  if (later.kind === 'progress' && earlier.kind === 'progress') {
    const [next, before] = [later.edit.kind, earlier.edit.kind];
    // These say all of the entry, the others a part of it.
    if (next === 'unfinish' || next === 'restore' || next === 'reset') return true;
    return next === before || (next === 'show' && before === 'hide') || (next === 'hide' && before === 'show');
  }
  if (later.kind === 'list' && earlier.kind === 'list') {
    const [next, before] = [later.job.kind, earlier.job.kind];
    if (next === 'delete') return POINTLESS_BEFORE_DELETION.has(before);
    return next === before && next === 'reorder';
  }
  return later.kind === earlier.kind;
}

/** The later change with what it owes to the one that it supersedes. */
function mergedWith(later: ChangeBody, earlier: ChangeBody): ChangeBody {
  if (later.kind === 'progress' && earlier.kind === 'progress') {
    if (later.saving.kind !== 'read' || earlier.saving.kind !== 'read') return later;
    return { ...later, saving: { ...later.saving, over: earlier.saving.over } };
  }
  // The server does not have it yet: it is made with its new title.
  if (later.kind === 'bookmark' && earlier.kind === 'bookmark')
    if (later.job.kind === 'update' && earlier.job.kind === 'create')
      return { ...later, job: { ...later.job, kind: 'create' } };
  return later;
}

/** In the order in which they were made. */
export function inOrder(changes: readonly PendingChange[]): readonly PendingChange[] {
  return changes.toSorted((one, other) => one.at - other.at || one.number - other.number);
}

export interface Compacted {
  readonly kept: readonly PendingChange[];
  /** These need not be sent any more. */
  readonly dropped: readonly PendingChange[];
}

/** What of these has to be sent: the last change of each thing, in order. */
export function compacted(changes: readonly PendingChange[]): Compacted {
  let kept: readonly PendingChange[] = [];
  const dropped: PendingChange[] = [];
  for (const change of inOrder(changes)) {
    const pointless = kept.filter((earlier) => supersedes(change.body, earlier.body));
    const body = pointless.reduceRight((merged, earlier) => mergedWith(merged, earlier.body), change.body);
    dropped.push(...pointless);
    kept = [...kept.filter((earlier) => !pointless.includes(earlier)), { ...change, body }];
  }
  return { kept, dropped };
}

/** The change for a list that got its id from the server; others are as they were. */
export function withListId(change: PendingChange, from: string, to: string): PendingChange {
  const { body } = change;
  if (body.kind !== 'list' || body.job.list.id !== from) return change;
  return { ...change, body: { ...body, job: { ...body.job, list: { ...body.job.list, id: to } } } };
}

/**
 * What a failure says of a change: `away`: nothing can be sent now; `later`: this one can't; `refused`: it never will.
 */
export function verdictOf(error: AppError, body: ChangeBody): 'away' | 'later' | 'refused' {
  switch (error.kind) {
    case 'network':
    case 'timeout':
    case 'aborted':
    case 'missingCode':
    case 'rateLimited':
    case 'unauthorized':
      return 'away';
    // An answer that makes no sense is a proxy's, or that of a call that was made.
    case 'contract':
      return 'later';
    case 'notFound':
      return 'refused';
    case 'server':
      return error.status === 500 && !isPlace(body) ? 'refused' : 'later';
    case 'forbidden':
    case 'conflict':
    case 'tooLarge':
    case 'rejected':
    case 'unexpected':
      return isPlace(body) ? 'later' : 'refused';
  }
}

/** A failed save of a place in an ebook shows no notice and is kept: a proxy may have refused it for a while. */
const isPlace = (body: ChangeBody) => body.kind === 'progress' && body.saving.kind === 'read';

/** How long to wait after so many failures in a row, in ms. A server that names a time is asked no sooner. */
export function waitAfter(failures: number, error: AppError | null): number {
  const named = error?.kind === 'rateLimited' ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const own = FIRST_WAIT_MS * 2 ** Math.min(Math.max(failures, 1) - 1, 10);
  return Math.min(Math.max(own, named), LONGEST_WAIT_MS);
}

import type { AppError } from '../../schemas/app-error.ts';
import type { ChangeBody, PendingChange } from '../../schemas/pending-change.ts';
import { keyOf } from '../progress/media-key.logic.ts';

/** How long it waits before it tries again, in ms: longer after each failure. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Books and episodes whose progress is sent in one call; items of other jobs too. */
export const PART_SIZE = 50;

type MediaEdits = Extract<ChangeBody, { kind: 'progressOfMany' }>['edits'];

/** The edits of progress in a change. */
export function editsIn(body: ChangeBody): MediaEdits {
  if (body.kind === 'progress') return [body];
  return body.kind === 'progressOfMany' ? body.edits : [];
}

/** What a change is of. Changes of one thing are sent one after the other. */
function thingsOf(body: ChangeBody): readonly string[] {
  switch (body.kind) {
    case 'progress':
    case 'progressOfMany':
      return editsIn(body).map(({ media }) => `progress/${keyOf(media)}`);
    case 'series':
      return [`series/${body.seriesId}`];
    case 'bookmark':
      return [`bookmark/${body.job.bookmark.libraryItemId}/${body.job.bookmark.time}`];
    case 'list':
      return [`list/${body.job.list.id}`];
  }
}

/** Whether both are of the same thing, or of several of which one is the same. */
export function isSameThing(one: ChangeBody, other: ChangeBody): boolean {
  const things = new Set(thingsOf(one));
  return thingsOf(other).some((thing) => things.has(thing));
}

const CREATIONS: ReadonlySet<string> = new Set(['create', 'recreate', 'copy']);

/** Whether the server makes something new of it each time that it is sent. */
export function isCreation({ kind, ...body }: ChangeBody): boolean {
  return kind === 'list' && 'job' in body && CREATIONS.has(body.job.kind);
}

/** Whether it makes the list that it names, and gives it its id: a copy of a collection is another one. */
export function isNewList(body: ChangeBody): body is Extract<ChangeBody, { kind: 'list' }> {
  return isCreation(body) && body.kind === 'list' && body.job.kind !== 'copy';
}

/**
 * The first of these that can be sent now; null: none. `failed`: ids of those that can't. What is behind such a one in
 * one of its lines waits: changes of the same thing, and other new lists, since a new one is found by what was there
 * before.
 */
export function nextOf(waiting: readonly PendingChange[], failed: ReadonlySet<string>): PendingChange | null {
  const held = new Set<string>();
  for (const change of waiting) {
    const lines = [...thingsOf(change.body), ...(isCreation(change.body) ? ['creations'] : [])];
    if (!failed.has(change.id) && !lines.some((line) => held.has(line))) return change;
    for (const line of lines) held.add(line);
  }
  return null;
}

/** Whether the server has the same in the end when two tabs send it at the same time. */
export function isSafeTwice(body: ChangeBody): boolean {
  return body.kind !== 'list' || !(isCreation(body) || body.job.kind === 'add' || body.job.kind === 'restore');
}

const POINTLESS_BEFORE_DELETION: ReadonlySet<string> = new Set(['add', 'remove', 'restore', 'reorder', 'edit']);

/** What of the earlier change makes a difference still once the later one is made; null: nothing. */
export function leftAfter(later: ChangeBody, earlier: ChangeBody): ChangeBody | null {
  if (editsIn(earlier).length > 0) {
    const next = new Map(editsIn(later).map(({ media, edit }) => [keyOf(media), edit.kind]));
    const left = editsIn(earlier).filter(({ media, edit }) => !supersedes(next.get(keyOf(media)), edit.kind));
    return withEdits(earlier, left);
  }
  if (!isSameThing(later, earlier)) return earlier;
  if (later.kind !== 'list' || earlier.kind !== 'list') return null;
  const [next, before] = [later.job.kind, earlier.job.kind];
  const isPointless =
    next === 'delete'
      ? POINTLESS_BEFORE_DELETION.has(before)
      : next === before && (next === 'reorder' || next === 'edit');
  return isPointless ? null : earlier;
}

type EditKind = MediaEdits[number]['edit']['kind'];

/** Whether an edit of an entry makes no difference once this one of the same entry is made. */
function supersedes(next: EditKind | undefined, before: EditKind): boolean {
  // These say all of the entry, the others a part of it.
  if (next === 'unfinish' || next === 'restore' || next === 'reset') return true;
  return next === before || (next === 'show' && before === 'hide') || (next === 'hide' && before === 'show');
}

/** The change with these of its edits only; null without any. */
function withEdits(body: ChangeBody, edits: MediaEdits): ChangeBody | null {
  if (edits.length === editsIn(body).length) return body;
  return edits.length > 0 && body.kind === 'progressOfMany' ? { ...body, edits } : null;
}

/** What is in a change and not in what is left of it (null: nothing is); null: all of it is left. */
export function goneOf(body: ChangeBody, left: ChangeBody | null): ChangeBody | null {
  if (!left) return body;
  const kept = new Set(thingsOf(left));
  return body.kind === 'progressOfMany'
    ? withEdits(
        body,
        body.edits.filter(({ media }) => !kept.has(`progress/${keyOf(media)}`)),
      )
    : null;
}

/** What of a change goes in one call, and what is left then. */
export function partOf(change: PendingChange): { readonly part: PendingChange; readonly left: PendingChange | null } {
  const { body } = change;
  if (body.kind !== 'progressOfMany' || body.edits.length <= PART_SIZE) return { part: change, left: null };
  const cut = (from: number, to?: number) => ({ ...change, body: { ...body, edits: body.edits.slice(from, to) } });
  return { part: cut(0, PART_SIZE), left: cut(PART_SIZE) };
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
  /** These need not be sent any more; `left`: what of the change has to be still. */
  readonly dropped: readonly { readonly change: PendingChange; readonly left: PendingChange | null }[];
}

/** What of these has to be sent: the last change of each thing, in order. */
export function compacted(changes: readonly PendingChange[]): Compacted {
  let kept: readonly PendingChange[] = [];
  const dropped: Compacted['dropped'][number][] = [];
  for (const change of inOrder(changes)) {
    let { body } = change;
    kept = kept.toReversed().flatMap((earlier) => {
      const rest = leftAfter(change.body, earlier.body);
      const gone = goneOf(earlier.body, rest);
      if (!gone) return [earlier];
      body = mergedWith(body, earlier.body);
      const left = rest && { ...earlier, body: rest };
      dropped.push({ change: { ...earlier, body: gone }, left });
      return left ? [left] : [];
    });
    kept = [...kept.toReversed(), { ...change, body }];
  }
  return { kept, dropped };
}

/** The change for a list that got its id from the server; others are as they were. */
export function withListId(change: PendingChange, from: string, to: string): PendingChange {
  const { body } = change;
  if (body.kind !== 'list' || body.job.list.id !== from) return change;
  return { ...change, body: { ...body, job: { ...body.job, list: { ...body.job.list, id: to } } } };
}

/** What waits of these for a new list that the server refused: it can't be made without it. */
export function behindOf({ id, body }: PendingChange, waiting: readonly PendingChange[]): readonly PendingChange[] {
  if (!isNewList(body)) return [];
  const ordered = inOrder(waiting);
  const later = ordered.slice(ordered.findIndex((other) => other.id === id) + 1);
  return later.filter((other) => isSameThing(other.body, body));
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

import type { AppError } from '../../../schemas/app-error.ts';
import type { ChangeBody, PendingChange } from '../../../schemas/pending-change.ts';
import { keyOf } from '../../kit/media.logic.ts';

/** Wait before a retry, in ms: doubles up to the limit. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Books and episodes per request; also items of other jobs. */
export const PART_SIZE = 50;

type MediaEdits = Extract<ChangeBody, { kind: 'progressOfMany' }>['edits'];

export function editsIn(body: ChangeBody): MediaEdits {
  if (body.kind === 'progress') return [body];
  return body.kind === 'progressOfMany' ? body.edits : [];
}

/** Keys of what a change affects. Changes with a common key are sent in order. */
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

export function isSameThing(one: ChangeBody, other: ChangeBody): boolean {
  const things = new Set(thingsOf(one));
  return thingsOf(other).some((thing) => things.has(thing));
}

const CREATIONS: ReadonlySet<string> = new Set(['create', 'recreate', 'copy']);

/** Whether each request creates something new on the server. */
export function isCreation({ kind, ...body }: ChangeBody): boolean {
  return kind === 'list' && 'job' in body && CREATIONS.has(body.job.kind);
}

/** Whether it creates the list that it names; a copy creates another one. */
export function isNewList(body: ChangeBody): body is Extract<ChangeBody, { kind: 'list' }> {
  return isCreation(body) && body.kind === 'list' && body.job.kind !== 'copy';
}

/**
 * The first change that can be sent; `failed`: ids that can't. Behind a failed one, changes of the same thing wait, and
 * creations of lists: a retry finds a new list by comparison with the lists before it.
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

/** Whether two tabs may send it at once with the same result. */
export function isSafeTwice(body: ChangeBody): boolean {
  return body.kind !== 'list' || !(isCreation(body) || body.job.kind === 'add' || body.job.kind === 'restore');
}

const POINTLESS_BEFORE_DELETION: ReadonlySet<string> = new Set(['add', 'remove', 'restore', 'reorder', 'edit']);

/** The part of the earlier change that still matters after the later one; null: none. */
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

/** Whether `next` makes an earlier edit of the same entry pointless. */
function supersedes(next: EditKind | undefined, before: EditKind): boolean {
  // These set the whole entry, the others a part of it.
  if (next === 'unfinish' || next === 'restore' || next === 'reset') return true;
  return next === before || (next === 'show' && before === 'hide') || (next === 'hide' && before === 'show');
}

function withEdits(body: ChangeBody, edits: MediaEdits): ChangeBody | null {
  if (edits.length === editsIn(body).length) return body;
  return edits.length > 0 && body.kind === 'progressOfMany' ? { ...body, edits } : null;
}

/** A change without the part that is left (null: none); null if all of it is left. */
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

export function partOf(change: PendingChange): { readonly part: PendingChange; readonly left: PendingChange | null } {
  const { body } = change;
  if (body.kind !== 'progressOfMany' || body.edits.length <= PART_SIZE) return { part: change, left: null };
  const cut = (from: number, to?: number) => ({ ...change, body: { ...body, edits: body.edits.slice(from, to) } });
  return { part: cut(0, PART_SIZE), left: cut(PART_SIZE) };
}

/** The later change, with what it takes over from the superseded one. */
function mergedWith(later: ChangeBody, earlier: ChangeBody): ChangeBody {
  if (later.kind === 'progress' && earlier.kind === 'progress') {
    if (later.saving.kind !== 'read' || earlier.saving.kind !== 'read') return later;
    return { ...later, saving: { ...later.saving, over: earlier.saving.over } };
  }
  // Not on the server yet: create it with the new title.
  if (later.kind === 'bookmark' && earlier.kind === 'bookmark')
    if (later.job.kind === 'update' && earlier.job.kind === 'create')
      return { ...later, job: { ...later.job, kind: 'create' } };
  return later;
}

export function inOrder(changes: readonly PendingChange[]): readonly PendingChange[] {
  return changes.toSorted((one, other) => one.at - other.at || one.number - other.number);
}

export interface Compacted {
  readonly kept: readonly PendingChange[];
  /** Superseded changes; `left`: the part that must still be sent. */
  readonly dropped: readonly { readonly change: PendingChange; readonly left: PendingChange | null }[];
}

/** Drops superseded changes and keeps the order. */
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

export function withListId(change: PendingChange, from: string, to: string): PendingChange {
  const { body } = change;
  if (body.kind !== 'list' || body.job.list.id !== from) return change;
  return { ...change, body: { ...body, job: { ...body.job, list: { ...body.job.list, id: to } } } };
}

/** Changes that can't be sent because a new list was refused. */
export function behindOf({ id, body }: PendingChange, waiting: readonly PendingChange[]): readonly PendingChange[] {
  if (!isNewList(body)) return [];
  const ordered = inOrder(waiting);
  const later = ordered.slice(ordered.findIndex((other) => other.id === id) + 1);
  return later.filter((other) => isSameThing(other.body, body));
}

/** `away`: nothing can be sent now; `later`: this change can't; `refused`: it never will. */
export function verdictOf(error: AppError, body: ChangeBody): 'away' | 'later' | 'refused' {
  switch (error.kind) {
    case 'network':
    case 'timeout':
    case 'aborted':
    case 'missingCode':
    case 'rateLimited':
    case 'unauthorized':
      return 'away';
    // An invalid response comes from a proxy, or from a call that succeeded.
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

/** A failed save of an ebook place shows no toast and is kept: a proxy may have refused it for a while. */
const isPlace = (body: ChangeBody) => body.kind === 'progress' && body.saving.kind === 'read';

/** In ms. The server's `Retry-After` extends it, up to the limit. */
export function waitAfter(failures: number, error: AppError | null): number {
  const named = error?.kind === 'rateLimited' ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const own = FIRST_WAIT_MS * 2 ** Math.min(Math.max(failures, 1) - 1, 10);
  return Math.min(Math.max(own, named), LONGEST_WAIT_MS);
}

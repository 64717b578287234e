import { fromCallback } from 'xstate';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { PendingChange } from '../../../schemas/pending-change.ts';
import type { Journal } from '../../../services/journal.ts';
import { getPorts } from '../../kit/ports.ts';
import { learnAfter, prepare, send } from './change-calls.ts';
import {
  behindOf,
  compacted,
  goneOf,
  isCreation,
  isNewList,
  isSafeTwice,
  nextOf,
  partOf,
  verdictOf,
  withListId,
} from './pending-changes.logic.ts';
import type { ChangeEnded } from './pending-changes.protocol.ts';

export type SenderReport =
  | ChangeEnded
  /** `error`: why changes are left. */
  | { type: 'sender.paused'; error: AppError | null };

export interface SenderInput {
  readonly userId: string;
  readonly changes: readonly PendingChange[];
}

type Result = Pick<ChangeEnded, 'answer' | 'error' | 'isSent' | 'again'>;

/** Result of a change that another tab sent or a later change superseded. */
const UNSENT: Result = { answer: undefined, error: null, isSent: false, again: [] };

/** Sends the account's pending changes of all tabs, in order, from one tab at a time. Other tabs' changes end too. */
export const changeSender = fromCallback<{ type: never }, SenderInput>(({ input, sendBack, system }) => {
  const { api, journal, locks, page } = getPorts(system);
  const { userId } = input;
  const ending = new AbortController();
  const { signal } = ending;
  const report = (event: SenderReport) => {
    if (!signal.aborted) sendBack(event);
  };

  function end(change: PendingChange, left: PendingChange | null, result: Result): void {
    if (left) journal.changes.write(left);
    else journal.changes.remove(change.id);
    report({ type: 'change.ended', change, left, ...result });
  }

  const readOwn = async () => (await journal.changes.read()).filter((change) => change.userId === userId);

  async function read(): Promise<readonly PendingChange[]> {
    const found = await readOwn();
    const { kept, dropped } = compacted(found);
    // Write merged changes before removing the superseded ones.
    for (const change of kept) if (found.every(({ body }) => body !== change.body)) journal.changes.write(change);
    for (const { change, left } of dropped) end(change, left, UNSENT);
    return kept;
  }

  /** Null: the change has ended. */
  async function attempt(waiting: PendingChange): Promise<AppError | null> {
    let change = waiting;
    try {
      const known = await prepare(system, change);
      change = { ...change, attempts: change.attempts + 1, known };
      journal.changes.write(change);
      if (isCreation(change.body)) await journal.written();
      const { part, left } = partOf(change);
      const answer = await send(system, part, left === null);
      if (answer && 'entries' in answer) await rename(journal, change, answer.id);
      end(part, left, { answer, error: null, isSent: true, again: [] });
      return null;
    } catch (cause) {
      const error = toAppError(cause);
      if (verdictOf(error, change.body) !== 'refused') return error;
      const behind = behindOf(change, await readOwn());
      const answer = await learnAfter(api, change.body);
      end(change, null, { answer, error, isSent: true, again: [change, ...behind] });
      for (const other of behind) end(other, null, UNSENT);
      return null;
    }
  }

  async function sendAll(): Promise<AppError | null> {
    for (const gone of goneAmong(input.changes, await readOwn())) report(gone);
    const failed = new Set<string>();
    let failure: AppError | null = null;
    for (let waiting = await read(); !signal.aborted; waiting = await read()) {
      const next = nextOf(waiting, failed);
      if (!next) break;
      const error = await attempt(next);
      if (!error) continue;
      failure = error;
      if (verdictOf(error, next.body) === 'away') break;
      failed.add(next.id);
    }
    return failure;
  }

  async function takeTurn(): Promise<void> {
    const release = await locks.hold(`changes.${userId}`, signal);
    const error = await sendAll().catch(toAppError);
    release();
    report({ type: 'sender.paused', error });
  }

  // A hidden page may get no later turn, and other devices depend on this change.
  const [only, ...others] = input.changes;
  if (only && others.length === 0 && !page.isVisible() && isSafeTwice(only.body))
    void attempt(only).then((error) => report({ type: 'sender.paused', error }));
  else void takeTurn();
  return () => ending.abort();
});

/** Changes of the account that wait for a new list get its server id. */
async function rename({ changes }: Journal, { body, userId }: PendingChange, id: string): Promise<void> {
  if (!isNewList(body)) return;
  const { list } = body.job;
  for (const other of await changes.read()) {
    const renamed = withListId(other, list.id, id);
    if (renamed !== other && other.userId === userId && !isCreation(other.body)) changes.write(renamed);
  }
}

/** Changes that another tab has sent, or that a later one has replaced. */
function goneAmong(known: readonly PendingChange[], kept: readonly PendingChange[]): ChangeEnded[] {
  const found = new Map(kept.map((change) => [change.id, change]));
  return known.flatMap((change) => {
    const left = found.get(change.id) ?? null;
    const gone = goneOf(change.body, left && left.body);
    return gone ? [{ type: 'change.ended' as const, change: { ...change, body: gone }, left, ...UNSENT }] : [];
  });
}

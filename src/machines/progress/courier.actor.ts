import { fromCallback } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { closeSession, syncSession } from '../../services/endpoints/playback.ts';
import { getPorts } from '../app/ports.ts';
import { movePlayhead, readPlayhead, type Playhead, type PlayheadEvent, type PlayheadRef } from '../player/playhead.actor.ts';
import { closingTime, unsavedTime } from './sync.logic.ts';

export interface CourierInput {
  readonly sessionId: string;
  /** Seconds of the whole item. */
  readonly duration: number;
  readonly playhead: PlayheadRef;
}

export type CourierCommand =
  /** Save what is unsaved. May come while another save is under way: each second travels in one of them only. */
  | { type: 'courier.deliver' }
  /** Save what is left, then close the session. */
  | { type: 'courier.finish' }
  /** The session is gone: nothing can be saved or closed any more. */
  | { type: 'courier.abandon' };

export type CourierReport =
  | { type: 'courier.delivered'; currentTime: number }
  | { type: 'courier.failed'; error: AppError }
  /** The server does not know the session (any more): it restarted, or the session was replaced. */
  | { type: 'courier.refused' }
  | { type: 'courier.finished' };

/**
 * Carries listened time of one open session to the server. Seconds are marked as saved when the answer is
 * there, not before (pitfall 1). However it ends (sign-out, another item, a crash above it), its cleanup
 * saves what is left and closes the session; those calls outlive the page.
 */
export const courier = fromCallback<CourierCommand, CourierInput>(({ input, receive, sendBack, system }) => {
  const { api } = getPorts(system);
  const { sessionId, duration, playhead: ref } = input;
  const underWay = new Set<Promise<unknown>>();
  let claimed = 0;
  let sentTime: number | null = null;
  /** After the end: the playhead as it was then; it may serve another item now. */
  let last: Playhead | null = null;
  let over = false;

  /** Also after the end: the item may be played on by another session, which must not send these seconds again. */
  function markSaved(event: Extract<PlayheadEvent, { type: 'playhead.saved' }>) {
    if (last) last = movePlayhead(last, event);
    if (!readPlayhead(ref).hasEnded) ref.send(event);
  }

  async function save(): Promise<number | null> {
    const playhead = last ?? readPlayhead(ref);
    const { opening } = playhead;
    const unsaved = unsavedTime(playhead, { listened: claimed, time: sentTime });
    if (!unsaved) return null;
    const { timeListened, currentTime } = unsaved;
    claimed += timeListened;
    sentTime = currentTime;
    try {
      await api.call(syncSession, { sessionId, duration, timeListened, currentTime });
      markSaved({ type: 'playhead.saved', opening, timeListened, time: currentTime });
      return currentTime;
    } finally {
      claimed -= timeListened;
      sentTime = null;
    }
  }

  async function deliver() {
    try {
      const currentTime = await save();
      sendBack({ type: 'courier.delivered', currentTime: currentTime ?? readPlayhead(ref).time } satisfies CourierReport);
    } catch (cause) {
      const error = toAppError(cause);
      sendBack((error.kind === 'notFound' ? { type: 'courier.refused' } : { type: 'courier.failed', error }) satisfies CourierReport);
    }
  }

  async function finish() {
    over = true;
    await Promise.allSettled(underWay);
    await save().catch(() => null);
    const unsaved = closingTime(last ?? readPlayhead(ref));
    await api.call(closeSession, { sessionId, listened: unsaved && { ...unsaved, duration } }).catch(() => null);
    sendBack({ type: 'courier.finished' } satisfies CourierReport);
  }

  receive((command) => {
    if (over) return;
    switch (command.type) {
      case 'courier.deliver': {
        const work = deliver();
        underWay.add(work);
        void work.finally(() => underWay.delete(work));
        return;
      }
      case 'courier.finish':
        return void finish();
      case 'courier.abandon':
        over = true;
        return;
    }
  });

  return () => {
    last = readPlayhead(ref);
    if (!over) void finish();
  };
});

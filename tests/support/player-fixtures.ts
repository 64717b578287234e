import { createActor } from 'xstate';
import {
  playheadLogic,
  type Playhead,
  type PlayheadEvent,
  type PlayheadRef,
} from '../../src/machines/playback/player/playhead.actor.ts';
import { tracksOf, type OpenSession } from '../../src/machines/playback/player/open-session.actor.ts';
import type { MediaProgress } from '../../src/schemas/api/progress.ts';
import { playbackSession, type PlaybackSession } from '../../src/schemas/api/playback-session.ts';
import { user, type User } from '../../src/schemas/api/user.ts';
import { z } from '../../src/schemas/zod.ts';
import { getOpenSession } from '../../src/services/endpoints/local-sessions.ts';
import { syncSession } from '../../src/services/endpoints/playback.ts';
import type { FakeApi } from './fakes/api.ts';
import { recording } from './recordings.ts';
import { startRoot } from './roots.ts';

/** A book of seven files with two chapters (0 to 30.5 to 182.5 s), as the server opens it. */
export function bookSession(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...(recording('items/play-multi-file').response.body as object), id: 'session-1', ...changes };
}

/** The same, parsed and with the addresses of its files. */
export function openedBook(changes: Record<string, unknown> = {}): OpenSession {
  const session: PlaybackSession = z.parse(playbackSession, bookSession(changes));
  return { session, tracks: tracksOf(session, '/') };
}

/** The same, transcoded by the server into one stream. */
export function openedStream(changes: Record<string, unknown> = {}): OpenSession {
  const [track] = bookSession()['audioTracks'] as object[];
  const id = typeof changes['id'] === 'string' ? changes['id'] : 'session-1';
  const contentUrl = `/hls/${id}/output.m3u8`;
  const mimeType = 'application/vnd.apple.mpegurl';
  const stream = { ...track, index: 1, startOffset: 0, duration: BOOK_DURATION, contentUrl, mimeType };
  return openedBook({ playMethod: 2, audioTracks: [stream], ...changes });
}

export const BOOK = { libraryItemId: '6c252409-10de-41e9-ba06-2c6d28bb716f', episodeId: null } as const;
/** The account whose session {@link openedBook} is. */
export const USER_ID = openedBook().session.userId;
export const BOOK_DURATION = 182.51755099999997;

/** Progress of {@link BOOK}. */
export function bookProgress(changes: Partial<MediaProgress> = {}): MediaProgress {
  return {
    id: 'progress-1',
    userId: 'user-1',
    libraryItemId: BOOK.libraryItemId,
    episodeId: null,
    mediaItemId: 'book-1',
    mediaItemType: 'book',
    duration: BOOK_DURATION,
    progress: 0,
    currentTime: 0,
    isFinished: false,
    hideFromContinueListening: false,
    ebookLocation: null,
    ebookProgress: null,
    lastUpdate: 1000,
    startedAt: 900,
    finishedAt: null,
    ...changes,
  };
}

/** A recorded account with this progress. */
export function account(mediaProgress: readonly MediaProgress[], changes: Record<string, unknown> = {}): User {
  return z.parse(user, { ...(recording('me/me').response.body as object), ...changes, mediaProgress });
}

/** A running playhead after these events. */
export function playheadAfter(...events: readonly PlayheadEvent[]): PlayheadRef {
  const ref = startRoot(createActor(playheadLogic));
  for (const event of events) ref.send(event);
  return ref;
}

/** So many seconds play. */
export function playSeconds(ref: PlayheadRef, seconds: number): void {
  const { time, lastTick } = ref.getSnapshot().context;
  const at = lastTick?.at ?? 0;
  const tick = (heard: number) => ({
    type: 'engine.ticked' as const,
    time: time + heard,
    bufferedEnd: time + heard,
    rate: 1,
    at: at + heard * 1000,
  });
  ref.send(tick(0));
  ref.send(tick(seconds));
}

/** A paused playhead, for models: the state after so many played seconds of an item opened at its start. */
export function playheadAt(state: Partial<Playhead>): PlayheadRef {
  const snapshot = createActor(playheadLogic).getSnapshot();
  return createActor(playheadLogic, {
    snapshot: { ...snapshot, context: { ...snapshot.context, ...state } } as typeof snapshot,
  });
}

/** The server's open session after the saves: their sum. */
export function answerOpenSession(api: FakeApi): void {
  api.answer(getOpenSession, ({ id }: { id: string }) => {
    const saves = api.inputsOf(syncSession) as readonly { sessionId: string; timeListened: number }[];
    const own = saves.filter(({ sessionId }) => sessionId === id);
    return bookSession({ id, timeListening: own.reduce((sum, { timeListened }) => sum + timeListened, 0) });
  });
}

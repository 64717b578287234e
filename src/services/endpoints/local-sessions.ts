import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import type { MediaType } from '../../schemas/api/common.ts';
import { localSessionResults } from '../../schemas/api/listening-session.ts';
import { playbackSession } from '../../schemas/api/playback-session.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** A session made without the server, complete (areas 30.8). Seconds; `startedAt` and `updatedAt` in ms. */
export interface LocalSession {
  /** An own uuid. */
  readonly id: string;
  readonly userId: string;
  readonly libraryId?: string;
  readonly libraryItemId: string;
  readonly bookId?: string | null;
  readonly episodeId?: string | null;
  readonly mediaType: MediaType;
  readonly displayTitle: string;
  readonly displayAuthor: string;
  readonly duration: number;
  readonly playMethod: 3;
  readonly mediaPlayer: string;
  readonly date: string;
  readonly dayOfWeek: string;
  readonly timeListening: number;
  readonly startTime: number;
  readonly currentTime: number;
  readonly startedAt: number;
  readonly updatedAt: number;
}

/** Any user. Progress is taken over when `updatedAt` is newer than the stored one. 500 for an unknown item. */
export const saveLocalSession = defineEndpoint<LocalSession>()({
  name: 'sessions.saveLocal',
  method: 'POST',
  path: () => '/api/session/local',
  body: (session) => session,
  output: acknowledgement,
  answer: 'text',
});

/** Any user: the same for several; each has its own result. */
export const saveLocalSessions = defineEndpoint<{
  readonly sessions: readonly LocalSession[];
  readonly deviceInfo: { readonly clientName: string; readonly deviceId: string };
}>()({
  name: 'sessions.saveAllLocal',
  method: 'POST',
  path: () => '/api/session/local-all',
  body: (input) => input,
  output: localSessionResults,
});

/** The owner of an open session. 404 for any other. */
export const getOpenSession = defineEndpoint<{ readonly id: string }>()({
  name: 'sessions.one',
  method: 'GET',
  path: ({ id }) => `/api/session/${encodeURIComponent(id)}`,
  output: playbackSession,
});

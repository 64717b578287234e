import { accepted } from '../../schemas/api/acknowledgement.ts';
import { playbackSession } from '../../schemas/api/playback-session.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

export type PlayInput = Body<'playback.play'> & { readonly itemId: string };

function playBody({ deviceInfo, supportedMimeTypes, mediaPlayer, forceTranscode, forceDirectPlay }: PlayInput) {
  return { deviceInfo, supportedMimeTypes, mediaPlayer, forceTranscode, forceDirectPlay };
}

/**
 * A user who may see the book. Opens a session and closes any other of the same user and device id.
 * Never for a podcast, and a book without sound gives a session without tracks: look at `numTracks` first.
 */
export const playItem = defineEndpoint<PlayInput>()({
  name: 'playback.play',
  method: 'POST',
  changesData: false,
  path: ({ itemId }) => `/api/items/${encodeURIComponent(itemId)}/play`,
  body: playBody,
  output: playbackSession,
});

/** A user who may see the podcast. 404 for an unknown episode, 400 for a book. */
export const playEpisode = defineEndpoint<PlayInput & { readonly episodeId: string }>()({
  name: 'playback.playEpisode',
  method: 'POST',
  changesData: false,
  path: ({ itemId, episodeId }) => `/api/items/${encodeURIComponent(itemId)}/play/${encodeURIComponent(episodeId)}`,
  body: playBody,
  output: playbackSession,
});

/** Seconds: where the listener is, and how long was listened since the last sync that arrived. */
export type ListenedTime = { readonly [Key in keyof Body<'playback.sync'>]-?: number };

export interface SyncInput extends ListenedTime {
  readonly sessionId: string;
}

/**
 * The owner. 404 once the session was closed, replaced or lost by a restart: open a new one. Never repeat blindly,
 * `timeListened` adds up.
 */
export const syncSession = defineEndpoint<SyncInput>()({
  name: 'playback.sync',
  method: 'POST',
  changesData: false,
  path: ({ sessionId }) => `/api/session/${encodeURIComponent(sessionId)}/sync`,
  body: ({ currentTime, timeListened, duration }) => ({ currentTime, timeListened, duration }),
  output: accepted,
  answer: 'text',
  timeoutMs: 9_000,
  keepalive: true,
});

/** The owner. `listened` null leaves the position as last synced. 404 when the session is gone already. */
export const closeSession = defineEndpoint<{ readonly sessionId: string; readonly listened: ListenedTime | null }>()({
  name: 'playback.close',
  method: 'POST',
  changesData: false,
  path: ({ sessionId }) => `/api/session/${encodeURIComponent(sessionId)}/close`,
  body: ({ listened }) => listened ?? undefined,
  output: accepted,
  answer: 'text',
  timeoutMs: 6_000,
  keepalive: true,
});

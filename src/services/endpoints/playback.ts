import { accepted } from '../../schemas/api/common.ts';
import { playbackSession } from '../../schemas/api/playback-session.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

export type PlayInput = Body<'playback.play'> & { readonly itemId: string };

function playBody({ deviceInfo, supportedMimeTypes, mediaPlayer, forceTranscode, forceDirectPlay }: PlayInput) {
  return { deviceInfo, supportedMimeTypes, mediaPlayer, forceTranscode, forceDirectPlay };
}

/** Opens a session and closes others of the same user and device. Not for podcasts; no tracks without audio. */
export const playItem = defineEndpoint<PlayInput>()({
  name: 'playback.play',
  method: 'POST',
  changesData: false,
  path: ({ itemId }) => `/api/items/${encodeURIComponent(itemId)}/play`,
  body: playBody,
  output: playbackSession,
});

export const playEpisode = defineEndpoint<PlayInput & { readonly episodeId: string }>()({
  name: 'playback.playEpisode',
  method: 'POST',
  changesData: false,
  path: ({ itemId, episodeId }) => `/api/items/${encodeURIComponent(itemId)}/play/${encodeURIComponent(episodeId)}`,
  body: playBody,
  output: playbackSession,
});

/** Seconds: position, and time listened since the last confirmed sync. */
export type ListenedTime = { readonly [Key in keyof Body<'playback.sync'>]-?: number };

export interface SyncInput extends ListenedTime {
  readonly sessionId: string;
}

/** 404 once the session is closed, replaced or lost by a restart. Never repeat: `timeListened` adds up. */
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

/** `listened` null keeps the last synced position. 404 when the session has ended. */
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

import { accepted } from '../../schemas/api/common.ts';
import { localSessionResults } from '../../schemas/api/listening-session.ts';
import { playbackSession } from '../../schemas/api/playback-session.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** A complete session made offline (server fact 18). */
export type LocalSession = Body<'sessions.saveAllLocal'>['sessions'][number];

/** The server takes its progress if `updatedAt` is newer. 500 for an unknown item. */
export const saveLocalSession = defineEndpoint<LocalSession>()({
  name: 'sessions.saveLocal',
  method: 'POST',
  changesData: false,
  path: () => '/api/session/local',
  body: (session) => session,
  output: accepted,
  answer: 'text',
});

/** Each session has its own result. */
export const saveLocalSessions = defineEndpoint<Body<'sessions.saveAllLocal'>>()({
  name: 'sessions.saveAllLocal',
  method: 'POST',
  changesData: false,
  path: () => '/api/session/local-all',
  body: (input) => input,
  output: localSessionResults,
  timeoutMs: 9_000,
});

/** 404 for sessions of others. */
export const getOpenSession = defineEndpoint<{ readonly id: string }>()({
  name: 'sessions.one',
  method: 'GET',
  path: ({ id }) => `/api/session/${encodeURIComponent(id)}`,
  output: playbackSession,
});

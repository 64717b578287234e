import { accepted } from '../../schemas/api/common.ts';
import { listeningSessionsPage, openSessions } from '../../schemas/api/listening-session.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

export interface AllSessionsInput {
  /** From 0. */
  readonly page: number;
  readonly itemsPerPage: number;
  readonly userId?: string;
  /** updatedAt, displayTitle, duration, playMethod, startTime, currentTime, timeListening or createdAt. */
  readonly sort?: string;
  readonly desc?: boolean;
}

/** All users. 404 without permission. */
export const listSessions = defineEndpoint<AllSessionsInput>()({
  name: 'sessions.list',
  method: 'GET',
  path: () => '/api/sessions',
  query: ({ page, itemsPerPage, userId, sort, desc }) => ({
    page,
    itemsPerPage,
    user: userId,
    sort,
    desc: desc === undefined ? undefined : desc ? 1 : 0,
  }),
  output: listeningSessionsPage,
});

/** Sessions that play now. 404 without permission. */
export const listOpenSessions = defineEndpoint()({
  name: 'sessions.open',
  method: 'GET',
  path: () => '/api/sessions/open',
  output: openSessions,
});

/** Permission delete. */
export const deleteSession = defineEndpoint<{ readonly id: string }>()({
  name: 'sessions.delete',
  method: 'DELETE',
  path: ({ id }) => `/api/sessions/${encodeURIComponent(id)}`,
  output: accepted,
  answer: 'text',
});

/** 400 without a list of ids. */
export const deleteSessions = defineEndpoint<Body<'sessions.batchDelete'>>()({
  name: 'sessions.batchDelete',
  method: 'POST',
  path: () => '/api/sessions/batch/delete',
  body: (input) => input,
  output: accepted,
  answer: 'text',
});

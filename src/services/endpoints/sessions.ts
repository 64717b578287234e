import { accepted } from '../../schemas/api/acknowledgement.ts';
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

/** Administrators (others get 404): the history of all users. */
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

/** Administrators (others get 404): what is being heard now. */
export const listOpenSessions = defineEndpoint()({
  name: 'sessions.open',
  method: 'GET',
  path: () => '/api/sessions/open',
  output: openSessions,
});

/** Permission delete. 404 when unknown. */
export const deleteSession = defineEndpoint<{ readonly id: string }>()({
  name: 'sessions.delete',
  method: 'DELETE',
  path: ({ id }) => `/api/sessions/${encodeURIComponent(id)}`,
  output: accepted,
  answer: 'text',
});

/** Administrators. 400 for what is no list of ids. */
export const deleteSessions = defineEndpoint<Body<'sessions.batchDelete'>>()({
  name: 'sessions.batchDelete',
  method: 'POST',
  path: () => '/api/sessions/batch/delete',
  body: (input) => input,
  output: accepted,
  answer: 'text',
});

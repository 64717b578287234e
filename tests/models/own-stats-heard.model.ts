import { FIRST_HEARD, heardMachine, MOST_HEARD } from '../../src/machines/admin/own-stats/heard.machine.ts';
import { listeningSessionsPage } from '../../src/schemas/api/listening-session.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { sessionsPageBody } from '../support/own-stats-fixtures.ts';
import { defineModel } from '../support/rig.ts';

/** A page with one session for each id; the last one of so many pages or not. */
const page = (number: number, pages: number, ids: readonly string[]) =>
  z.parse(
    listeningSessionsPage,
    sessionsPageBody({ page: number, total: pages, itemsPerPage: 1, ids: ids.map((id) => [id, id.charCodeAt(0)]) }),
  );

export const heardModel = defineModel({
  name: 'own stats: sessions',
  machine: heardMachine,
  events: [{ type: 'heard.stop' }, { type: 'heard.readOn' }, { type: 'heard.refresh' }],
  outputs: {
    readPage: [page(0, 3, ['c']), page(1, 3, ['b']), page(2, 3, ['a'])],
    readLatest: [page(0, 4, ['d'])],
  },
  failures: {
    readPage: [new AppException({ kind: 'timeout' })],
    readLatest: [new AppException({ kind: 'timeout' })],
  },
  project: ({ context }) => [
    context.isWhole,
    context.isOutdated,
    Math.min(context.sessions.length, 2),
    context.limit,
    context.error?.kind,
  ],
  invariants: {
    'each session is there once': ({ context: { sessions } }) =>
      new Set(sessions.map(({ id }) => id)).size === sessions.length,
    'it never reads past its limit': (state) =>
      !state.matches('reading') || state.context.sessions.length < state.context.limit,
    'the limit is one of two': ({ context: { limit } }) => limit === FIRST_HEARD || limit === MOST_HEARD,
    'it says why it failed, and only then': (state) => state.matches('failed') === (state.context.error !== null),
  },
});

import { userPageMachine } from '../../src/machines/admin/users/user-page.machine.ts';
import { accountDetail } from '../../src/schemas/api/account.ts';
import { listeningStats } from '../../src/schemas/api/stats.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';
import { onlineAs, userNamed } from '../support/users-fixtures.ts';

const user = userNamed('user');
const online = onlineAs(user);
const data = {
  user: z.parse(accountDetail, recording('users/one').response.body),
  stats: z.parse(listeningStats, recording('users/listening-stats').response.body),
  sessionCount: 1,
  lastSession: null,
  isOnline: true,
};
const report = {
  ...user,
  mediaProgress: { items: [], dropped: [] },
  bookmarks: { items: [], dropped: [] },
  seriesHideFromContinueListening: [],
};

export const userPageModel = defineModel({
  name: 'user page',
  machine: userPageMachine,
  starts: [{ input: { route: { name: 'configUser', id: user.id }, entryKey: 'k', memory: null } }],
  named: { modals: null },
  events: [
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'data.loaded', data },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'notFound', message: '' }) },
    { type: 'userPage.edit' },
    { type: 'modal.closed', modal: 'editUser', tag: 'edit', output: null },
    { type: 'server.user.updated', user: report },
    { type: 'server.user.removed', user: { id: user.id } },
    { type: 'server.user.online', user: online },
    { type: 'server.user.offline', user: online },
    { type: 'server.user.streamUpdated', user: online },
  ],
  ignored: [
    { type: 'server.user.removed', user: { id: 'other' } },
    { type: 'server.user.online', user: { ...online, id: 'other' } },
  ],
  project: ({ context }) => [context.detail !== null, context.error?.kind],
  invariants: {
    'it shows a user when it has one': (state) => !state.matches('shown') || state.context.detail !== null,
    'it says why it has none': (state) => !state.matches('failed') || state.context.error !== null,
  },
});

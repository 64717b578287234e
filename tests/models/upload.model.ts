import { isBreak, problemsOf, type Outcome } from '../../src/machines/edit/upload/rows.logic.ts';
import { detailsLookupMachine } from '../../src/machines/edit/upload/details-lookup.machine.ts';
import { uploadItemMachine } from '../../src/machines/edit/upload/upload-item.machine.ts';
import { mediaTypeOf } from '../../src/machines/edit/upload/uploads.logic.ts';
import { uploadMachine } from '../../src/machines/edit/upload/upload.machine.ts';
import { uploadsMachine } from '../../src/machines/edit/upload/uploads.machine.ts';
import { libraryList } from '../../src/schemas/api/library.ts';
import { AppException, type AppError } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { questionClosed } from '../support/item-fixtures.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const all = z.parse(libraryList, recording('libraries/list').response.body);
const [library] = all.libraries.items;
if (!library) throw new Error('The recording has no library');
const loaded = { libraries: { items: [library], dropped: [] } };
const none = { libraries: { items: [], dropped: [] } };
const slow = new AppException({ kind: 'timeout' });
const full: AppError = { kind: 'server', status: 507, message: 'full' };
const sound = (path: string) => ({ path, file: new File(['x'], path.split('/').at(-1) ?? '') });
const ended = (key: number, outcome: Outcome) => ({ type: 'uploadItem.ended', key, outcome }) as const;
const failed = (error: AppError): Outcome => ({ kind: 'failed', error });

export const uploadModel = defineModel({
  name: 'upload page',
  machine: uploadMachine,
  starts: [{ input: { route: { name: 'upload' }, entryKey: 'k', memory: null } }],
  named: { background: null, uploads: null },
  events: [
    { type: 'page.retry' },
    { type: 'libraries.loaded', data: loaded },
    { type: 'libraries.loaded', data: none },
    { type: 'libraries.failed', cause: slow },
    { type: 'page.refresh', again: true },
    { type: 'server.library.updated', library },
    { type: 'server.customProvider.added', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
    { type: 'server.customProvider.removed', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
  ],
  project: ({ context }) => context.error?.kind,
  invariants: {
    'uploads open exactly where there are libraries': (state, { receivedBy: heardBy }) =>
      state.matches('ready') === heardBy('background').length > 0,
    'a page that failed has the reason': (state) => !state.matches('failed') || state.context.error !== null,
  },
});

export const uploadsModel = defineModel({
  name: 'uploads',
  machine: uploadsMachine,
  starts: [{}],
  systemId: 'uploads',
  named: { modals: null },
  events: [
    { type: 'uploads.opened', data: loaded },
    ({ context: { rows } }) =>
      rows.some(({ breaks, title, check }) => breaks > 0 || title === '' || check)
        ? null
        : ({ type: 'uploads.left' } as const),
    { type: 'upload.setAuto', isOn: true },
    { type: 'upload.lookUp', key: 1 },
    { type: 'server.customProvider.added', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
    { type: 'server.customProvider.removed', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
    { type: 'upload.leaveOut' },
    { type: 'upload.join' },
    { type: 'lookUp.found', key: 1, fields: null },
    { type: 'lookUp.failed', key: 1 },
    { type: 'upload.chooseLibrary', id: library.id },
    { type: 'upload.chooseFolder', id: library.folders[0]?.id ?? '' },
    ({ context: { picks, rows, removed } }) =>
      picks.length + rows.length + removed.length === 0
        ? ({ type: 'upload.pick', pick: { files: [], entries: [] } } as const)
        : null,
    { type: 'upload.type', key: 1, field: 'title', value: '' },
    { type: 'upload.remove', key: 1 },
    { type: 'upload.reset' },
    { type: 'upload.restore' },
    { type: 'upload.showFiles', key: 1 },
    { type: 'upload.toggleIgnored' },
    { type: 'upload.start' },
    { type: 'upload.retry', key: null },
    { type: 'upload.stop', key: null },
    { type: 'upload.goOn' },
    { type: 'uploadItem.progressed', key: 1, sentBytes: 1, at: 0 },
    ended(1, { kind: 'sent' }),
    ended(1, failed({ kind: 'network' })),
    ended(1, failed(full)),
    ended(1, failed({ kind: 'tooLarge', message: '' })),
    ended(1, { kind: 'taken', title: null }),
    (state) => (state.matches({ work: 'resting' }) ? ({ type: 'leave.wanted' } as const) : null),
    (state) => (state.matches({ page: 'closed', work: 'blocked' }) ? ({ type: 'leave.endWanted' } as const) : null),
    questionClosed(true),
    questionClosed(false),
  ],
  outputs: {
    read: [{ files: [sound('A.mp3')], unreadable: [] }],
    check: [{ exists: false }, { exists: true }],
  },
  failures: { read: [slow], check: [slow], ping: [slow] },
  project: ({ context }) => [
    context.libraryId !== null,
    context.picks.length,
    context.rows.map(({ title, state, check, breaks }) => [
      title === '',
      state.kind,
      check && check.found === 'taken',
      breaks,
    ]),
    context.removed.length,
    context.requested?.key,
    context.error?.kind,
  ],
  stopWhen: ({ context: { removed, run, nextKey } }) => removed.length > 0 || run > 1 || nextKey > 2,
  invariants: {
    'never more than two are sent, each by an actor of its own': ({ context, children }) => {
      const sending = context.rows.filter(({ state }) => state.kind === 'sending').map(({ key }) => `item-${key}`);
      const running = Object.keys(children).filter((id) => id.startsWith('item-'));
      return sending.length <= 2 && sending.join() === running.join();
    },
    'what waits or is sent has a title and a folder that is not known to be taken': ({ context }) => {
      const problems = problemsOf(context.rows, mediaTypeOf(context));
      return context.rows.every(
        ({ state }, index) => (state.kind !== 'waiting' && state.kind !== 'sending') || problems[index] === null,
      );
    },
    'the session is held exactly while something is not sent': (state) =>
      state.matches({ session: 'held' }) === state.context.rows.some(({ state: { kind } }) => kind !== 'sent'),
    'the page is held exactly while it is open and something is not started': (state) =>
      state.matches({ page: { open: { door: 'held' } } }) ===
      (state.matches({ page: 'open' }) && state.context.rows.some(({ state: { kind } }) => kind === 'ready')),
    'nothing is under way where nothing waits': (state) =>
      state.matches({ work: 'resting' }) ===
      !state.context.rows.some(({ state: { kind } }) => kind === 'waiting' || kind === 'sending'),
    'a closed page reads and looks up nothing': (state) =>
      !state.matches({ page: 'closed' }) ||
      ['read', 'check', 'lookUp', 'pageGuard'].every((id) => !Object.hasOwn(state.children, id)),
    'a connection that broke once or twice costs no item': ({ context }) =>
      context.rows.every(({ state, breaks }) => state.kind !== 'failed' || !isBreak(state.error) || breaks > 2),
  },
});

export const uploadLookUpModel = defineModel({
  name: 'look up of uploads',
  machine: detailsLookupMachine,
  starts: [{ input: { libraryId: 'l' } }],
  events: [
    ({ context: { requested } }) =>
      requested.length > 1 ? null : ({ type: 'lookUp.ask', rows: [{ key: 1, title: 'A', author: '' }] } as const),
    { type: 'lookUp.setProvider', provider: 'google' },
    { type: 'server.customProvider.added', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
    { type: 'server.customProvider.removed', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
    { type: 'lookUp.retry' },
  ],
  outputs: {
    providers: [{ list: [{ value: 'google', name: 'Google Books' }], chosen: null }],
    search: [
      { items: [], dropped: [] },
      { items: [{ title: 'B', series: [] }], dropped: [] },
    ],
  },
  failures: { providers: [slow], search: [slow] },
  project: ({ context }) => [context.requested.length, context.provider],
  invariants: {
    'no lookup starts before the services load': (state) =>
      !state.matches({ ready: 'searching' }) || state.context.provider !== '',
    'every lookup is pending or answered': ({ context }, { happened, parentEvents }) =>
      happened.filter(({ type }) => type === 'lookUp.ask').length === context.requested.length + parentEvents.length,
  },
});

export const uploadItemModel = defineModel({
  name: 'upload of an item',
  machine: uploadItemMachine,
  starts: [
    {
      input: {
        key: 1,
        directory: 'A',
        folderPath: '/books',
        upload: { libraryId: 'l', folderId: 'f', title: 'A', files: [] },
      },
    },
  ],
  events: [
    { type: 'send.progressed', sentBytes: 1, isAll: false, at: 0 },
    { type: 'send.progressed', sentBytes: 2, isAll: true, at: 0 },
    { type: 'send.finished' },
    { type: 'send.failed', cause: slow },
  ],
  outputs: { check: [{ exists: false }, { exists: true, libraryItemTitle: 'Old' }] },
  failures: { check: [slow] },
  invariants: {
    'nothing is sent before its folder was found free': (state, { happened }) =>
      !state.matches('sending') || happened.some(({ type }) => type === 'xstate.done.actor.check'),
    'it ends only with a report': (state, { parentEvents }) =>
      (state.status === 'done') === parentEvents.some(({ type }) => type === 'uploadItem.ended'),
  },
});

import { libraryCallMachine } from '../../src/machines/library-settings/library-call.machine.ts';
import { libraryListMachine } from '../../src/machines/library-settings/library-list.machine.ts';
import { libraryList } from '../../src/schemas/api/library.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { reducedBook } from '../support/item-fixtures.ts';
import { libraryOf, twoLibraries } from '../support/library-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const two = z.parse(libraryList, twoLibraries);
const slow = new AppException({ kind: 'timeout' });
const refused = new AppException({ kind: 'forbidden', message: '' });
const answered = (tag: string, accepted: boolean) =>
  ({ type: 'modal.closed', modal: 'confirm', tag, output: { accepted, checked: false } }) as const;

export const libraryListModel = defineModel({
  name: 'library list',
  machine: libraryListMachine,
  starts: [{ input: { route: { name: 'configLibraries' }, entryKey: 'k', memory: null } }],
  named: { modals: null, toasts: null },
  events: [
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'data.loaded', data: two },
    { type: 'data.failed', cause: slow },
    { type: 'data.failed', cause: refused },
    { type: 'libraryList.move', id: 'p', index: 0 },
    { type: 'libraryList.move', id: 'p', index: 1 },
    { type: 'libraryList.keepOrder' },
    { type: 'libraryList.start', id: 'b', work: 'scan' },
    { type: 'libraryCall.ended', id: 'b' },
    { type: 'libraryList.remove', id: 'b' },
    answered('remove', true),
    answered('remove', false),
    { type: 'server.library.added', library: libraryOf({ id: 'p', displayOrder: 2 }) },
    { type: 'server.library.updated', library: libraryOf({ id: 'p', displayOrder: 2 }) },
    { type: 'server.library.removed', library: { id: 'another' } },
    { type: 'server.item.added', item: reducedBook },
    { type: 'server.items.added', items: { items: [reducedBook], dropped: [] } },
    { type: 'server.item.removed', item: { id: 'i' } },
  ],
  ignored: [
    { type: 'libraryList.start', id: 'another', work: 'scan' },
    { type: 'libraryList.remove', id: 'another' },
    answered('another', true),
  ],
  outputs: { saveOrder: [two], remove: [libraryOf({ id: 'b' })] },
  failures: { saveOrder: [slow], remove: [slow] },
  project: ({ context }) => [
    context.libraries.length,
    context.order?.join(''),
    context.sent?.join(''),
    context.starting.length,
    context.subject?.id,
    context.error?.kind,
  ],
  stopWhen: ({ context }) =>
    [context.starting.length > 0, context.order !== null, context.subject !== null].filter(Boolean).length > 1,
  invariants: {
    'at rest nothing is on its way': (state) =>
      state.matches({ shown: { order: 'saving' } }) || state.context.sent === null,
    'a library is deleted only after a person said so': (state, { happened }) =>
      !state.matches({ shown: { removal: 'removing' } }) ||
      happened.some((event) => JSON.stringify(event) === JSON.stringify(answered('remove', true))),
    'it says why it has none': (state) => !state.matches('failed') || state.context.error !== null,
  },
});

export const libraryCallModel = defineModel({
  name: 'library call',
  machine: libraryCallMachine,
  starts: (['scan', 'rescan', 'match'] as const).map((work) => ({ input: { id: 'b', name: 'Books', work } })),
  named: { toasts: null },
  events: [],
  outputs: { start: [undefined] },
  failures: { start: [slow] },
  project: ({ context }) => context.work,
  invariants: {
    'it ends once the server has answered': (state, { happened }) =>
      state.matches('ended') === happened.some(({ type }) => /^xstate\.(done|error)\.actor\.start$/.test(type)),
    'it is of the library that it was started for': ({ context }) => context.id === 'b',
  },
});

import { fromTransition } from 'xstate';
import { libraryCallMachine } from '../../src/machines/admin/library-settings/library-call.machine.ts';
import { editLibraryMachine } from '../../src/machines/admin/library-settings/edit-library.machine.ts';
import { valuesOf, type LibraryValues } from '../../src/machines/admin/library-settings/edit-library.logic.ts';
import { KNOWN_PROVIDERS } from '../../src/machines/admin/library-settings/all-providers.actor.ts';
import { foldersMachine } from '../../src/machines/admin/library-settings/folders.machine.ts';
import { libraryListMachine } from '../../src/machines/admin/library-settings/library-list.machine.ts';
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
    { type: 'libraryList.edit', id: 'b' },
    { type: 'modal.closed', modal: 'editLibrary', tag: 'edit', output: { library: libraryOf({ id: 'b' }) } },
    { type: 'libraryList.remove', id: 'b' },
    { type: 'removal.finished', subject: libraryOf({ id: 'b' }), answer: null },
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
    { type: 'modal.closed', modal: 'editLibrary', tag: 'edit', output: { library: null } },
  ],
  outputs: { saveOrder: [two] },
  failures: { saveOrder: [slow] },
  project: ({ context }) => [
    context.libraries.length,
    context.order?.join(''),
    context.sent?.join(''),
    context.starting.length,
    context.error?.kind,
  ],
  stopWhen: ({ context }) => context.starting.length > 0 && context.order !== null,
  invariants: {
    'at rest nothing is on its way': (state) => state.matches({ shown: 'saving' }) || state.context.sent === null,
    'a deleted library is not shown until the list is read again': (state, { happened }) =>
      happened.at(-1)?.type !== 'removal.finished' ||
      !state.matches('shown') ||
      state.context.libraries.every(({ id }) => id !== 'b'),
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

const books = libraryOf({ id: 'b', name: 'Books', mediaType: 'book' });
/** Forms of these start with an unsaved value: a name, another folder. */
const renamed = libraryOf({ id: 'b', name: 'renamed' });
const moved = libraryOf({ id: 'b', name: 'moved' });
const edits: Readonly<Record<string, Partial<LibraryValues>>> = {
  renamed: { name: 'another' },
  moved: { folders: [{ fullPath: '/elsewhere' }] },
};

/** The form is a fake: its behaviour is in the model of the kit. */
export const editLibraryModel = defineModel({
  name: 'edit library',
  machine: editLibraryMachine,
  starts: [books, renamed, moved, null].map((library) => ({ input: { library } })),
  named: { modals: null, toasts: null },
  fakes: {
    library: fromTransition(
      (state) => state,
      ({ input }: { input: { values: LibraryValues } }) => ({
        values: { ...input.values, ...edits[input.values.name] },
      }),
    ) as never,
  },
  events: [
    { type: 'editLibrary.showTab', tab: 'tools' },
    { type: 'editLibrary.save' },
    { type: 'editLibrary.close' },
    { type: 'editLibrary.browse' },
    { type: 'editLibrary.removeFiles', ext: 'abs' },
    { type: 'folders.chosen', path: '/a' },
    { type: 'folders.left' },
    { type: 'library.refused' },
    { type: 'library.saved', values: valuesOf(books), answer: { kind: 'updated', library: books } },
    { type: 'library.saved', values: valuesOf(books), answer: { kind: 'unchanged', library: books } },
    answered('x', true),
    answered('x', false),
    { type: 'server.library.updated', library: { ...books, icon: 'star' } },
    { type: 'server.library.removed', library: { id: 'b' } },
    { type: 'server.customProvider.added', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
    { type: 'server.customProvider.removed', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
  ],
  ignored: [
    { type: 'server.library.updated', library: libraryOf({ id: 'another' }) },
    { type: 'server.library.removed', library: { id: 'another' } },
  ],
  outputs: { findProviders: [KNOWN_PROVIDERS], removeFiles: [{ found: 0, removed: 0 }] },
  failures: { findProviders: [slow], removeFiles: [slow] },
  project: ({ context }) => [context.tab, context.saved !== null, context.library?.name, context.ext],
  invariants: {
    'it ends with a library only when the server has saved it': (state, { happened }) =>
      state.context.saved === null || happened.some(({ type }) => type === 'library.saved'),
    'no file is deleted that a person has not said so of': (state, { happened }) =>
      !state.matches({ open: { dialog: 'removingFiles' } }) ||
      happened.some((event) => JSON.stringify(event) === JSON.stringify(answered('x', true))),
  },
});

const folder = { path: '/a', dirname: 'a', level: 0 };

export const foldersModel = defineModel({
  name: 'folders',
  machine: foldersMachine,
  starts: [{ input: { taken: [] } }, { input: { taken: ['/a'] } }],
  events: [
    { type: 'folders.pick', depth: 0, directory: folder },
    { type: 'folders.goUp' },
    { type: 'folders.retry' },
    { type: 'folders.choose' },
    { type: 'folders.leave' },
  ],
  outputs: { list: [{ posix: true, directories: [folder] }] },
  failures: { list: [slow] },
  project: ({ context }) => [
    context.trail.length,
    Object.entries(context.listings).map(([path, { isFailed }]) => [path, isFailed]),
    context.taken.length,
  ],
  invariants: {
    'at rest the picked folder was read': (state) =>
      !state.matches('shown') || Object.hasOwn(state.context.listings, state.context.trail.at(-1)?.path ?? ''),
    'what failed to load shows as empty': ({ context }) =>
      Object.values(context.listings).every(({ isFailed, directories }) => !isFailed || directories.length === 0),
  },
});

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { draftOf } from '../../../../src/machines/kit/schedule.logic.ts';
import { KNOWN_PROVIDERS } from '../../../../src/machines/admin/library-settings/all-providers.actor.ts';
import {
  hasLibraryChanges,
  libraryChangeOf,
  libraryProblems,
  lostFolders,
  newLibraryOf,
  rankedSources,
  valuesOf,
  withMediaType,
  withSourceAt,
  withSourceOn,
  withTheirs,
  type LibraryValues,
  tabOfProblems,
} from '../../../../src/machines/admin/library-settings/edit-library.logic.ts';
import { editLibraryMachine } from '../../../../src/machines/admin/library-settings/edit-library.machine.ts';
import { newLibrary } from '../../../../src/schemas/requests/libraries.ts';
import { z } from '../../../../src/schemas/zod.ts';
import {
  createLibrary,
  removeLibraryMetadata,
  updateLibrary,
} from '../../../../src/services/endpoints/library-admin.ts';
import { listSearchProviders } from '../../../../src/services/endpoints/provider-search.ts';
import { listCustomProviders } from '../../../../src/services/endpoints/metadata-utils.ts';
import { validateCron } from '../../../../src/services/endpoints/server-admin.ts';
import { getStatus } from '../../../../src/services/endpoints/auth.ts';
import { recording } from '../../../support/recordings.ts';
import { PODCAST_REGIONS } from '../../../../src/machines/admin/library-settings/regions.logic.ts';
import { createHost } from '../../../support/host.ts';
import { libraryBody, libraryOf } from '../../../support/library-fixtures.ts';

const status = recording('auth/status').response.body as object;
const books = libraryOf({ id: 'b', name: 'Books', mediaType: 'book' });
const shows = libraryOf({ id: 'p', name: 'Shows', mediaType: 'podcast', settings: { coverAspectRatio: 1 } });
const typed: LibraryValues = { ...valuesOf(null), name: ' New ', folderText: ' /audiobooks ' };

function open(library: typeof books | null) {
  const host = createHost(editLibraryMachine, { input: { library }, named: { toasts: null, modals: null } });
  host.ports.api.answer(getStatus, status);
  host.ports.api.answer(listCustomProviders, { providers: [] });
  const form = host.subject.getSnapshot().context.form;
  const change = (field: keyof LibraryValues, value: unknown) =>
    form.send({ type: 'form.change', field, value } as Parameters<typeof form.send>[0]);
  return { ...host, form, change };
}
const answered = (accepted: boolean) =>
  ({ type: 'modal.closed', modal: 'confirm', tag: 'x', output: { accepted, checked: false } }) as const;

test('a new library begins as servers begin one (areas 5.2)', () => {
  expect(newLibraryOf(typed)).toEqual({
    name: 'New',
    mediaType: 'book',
    icon: 'database',
    provider: 'google',
    folders: [{ fullPath: '/audiobooks' }],
    settings: {
      coverAspectRatio: 1,
      disableWatcher: false,
      autoScanCronExpression: null,
      markAsFinishedTimeRemaining: 10,
      markAsFinishedPercentComplete: null,
      skipMatchingMediaWithAsin: false,
      skipMatchingMediaWithIsbn: false,
      hideSingleBookSeries: false,
      onlyShowLaterBooksInContinueSeries: false,
      audiobooksOnly: false,
      epubsAllowScriptedContent: false,
      metadataPrecedence: ['folderStructure', 'audioMetatags', 'nfoFile', 'txtFiles', 'opfFile', 'absMetadata'],
    },
  });
  expect(newLibraryOf(withMediaType(typed, 'podcast'))).toMatchObject({
    mediaType: 'podcast',
    provider: 'itunes',
    settings: { podcastSearchRegion: 'us' },
  });
});

test('each of the 28 regions of the podcast directory is offered (CON-107)', () => {
  const codes = Object.keys(PODCAST_REGIONS);
  expect([codes.length, codes.filter((code) => !/^[a-z]{2}$/.test(code))]).toEqual([28, []]);
});

test('a library needs a name and a folder, each said at its tab (CFG-022, VAL-029)', () => {
  expect(libraryProblems(valuesOf(null))).toEqual({ name: 'nameMissing', folders: 'folderMissing' });
  expect(libraryProblems(typed)).toEqual({});
  expect(libraryProblems({ ...typed, finishedTime: -1 })).toEqual({ finishedTime: 'noNumber' });
  expect(libraryProblems({ ...typed, finishedBy: 'percent', finishedPercent: 101 })).toEqual({
    finishedPercent: 'noNumber',
  });
  expect(tabOfProblems({ draft: 'noTime', name: 'nameMissing' })).toBe('details');
  expect(tabOfProblems({ draft: 'noTime' })).toBe('schedule');
  expect(tabOfProblems({})).toBeNull();
});

test('only changes are sent; folders with the ids of the server', () => {
  const values = valuesOf(books);
  expect(libraryChangeOf(values)).toEqual({});
  expect(hasLibraryChanges(values)).toBe(false);
  expect(libraryChangeOf({ ...values, name: 'Tomes', isSquare: !values.isSquare })).toEqual({
    name: 'Tomes',
    settings: { coverAspectRatio: values.isSquare ? 0 : 1 },
  });
  expect(libraryChangeOf({ ...values, folderText: '/more' })).toEqual({
    folders: [...books.folders, { fullPath: '/more' }],
  });
  expect(libraryChangeOf({ ...values, finishedBy: 'percent', finishedPercent: 90 })).toEqual({
    settings: { markAsFinishedTimeRemaining: null, markAsFinishedPercentComplete: 90 },
  });
  expect(libraryChangeOf({ ...values, isScheduled: true, draft: draftOf('0 0 * * 1') })).toEqual({
    settings: { autoScanCronExpression: '0 0 * * 1' },
  });
});

test('whatever the form takes, the server accepts (VAL)', () => {
  const values = fc.record({
    name: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
    mediaType: fc.constantFrom('book' as const, 'podcast' as const),
    isSquare: fc.boolean(),
    isWatched: fc.boolean(),
    finishedBy: fc.constantFrom('time' as const, 'percent' as const),
    finishedTime: fc.option(fc.nat()),
    finishedPercent: fc.option(fc.nat({ max: 100 })),
    isScheduled: fc.boolean(),
    sources: fc.shuffledSubarray([...rankedSources(undefined)]),
  });
  fc.assert(
    fc.property(values, (some) => {
      const body = newLibraryOf({ ...typed, ...some });
      expect(libraryProblems({ ...typed, ...some })).toEqual({});
      expect(z.parse(newLibrary[some.mediaType], body)).toEqual(body);
    }),
  );
});

test('the priority of sources: moved, left out, and in as the lowest', () => {
  const names = (sources: LibraryValues['sources']) => sources.map(({ name, isOn }) => (isOn ? name : `-${name}`));
  const begun = rankedSources(['nfoFile', 'opfFile']);
  expect(names(begun).slice(0, 2)).toEqual(['opfFile', 'nfoFile']);
  expect(names(withSourceAt(begun, 'nfoFile', 0)).slice(0, 2)).toEqual(['nfoFile', 'opfFile']);
  expect(names(withSourceAt(begun, 'nfoFile', 5)).slice(0, 2)).toEqual(['opfFile', 'nfoFile']);
  expect(withSourceAt(begun, 'txtFiles', 0)).toBe(begun);
  expect(names(withSourceOn(begun, 'opfFile', false)).slice(0, 2)).toEqual(['nfoFile', '-opfFile']);
  expect(names(withSourceOn(begun, 'txtFiles', true)).slice(0, 3)).toEqual(['opfFile', 'nfoFile', 'txtFiles']);
});

test('what another administrator changes is taken where it was not touched here', () => {
  const values = { ...valuesOf(books), name: 'Mine' };
  const after = withTheirs(values, { ...books, name: 'Theirs', icon: 'star' });
  expect([after.name, after.icon]).toEqual(['Mine', 'star']);
  expect(libraryChangeOf(after)).toEqual({ name: 'Mine' });
});

test('a new library is created, reported, and given to its opener (CFG-025)', async () => {
  const { subject, ports, change, receivedBy } = open(null);
  subject.send({ type: 'editLibrary.save' });
  subject.send({ type: 'editLibrary.showTab', tab: 'settings' });
  subject.send({ type: 'editLibrary.save' });
  await vi.waitFor(() => expect(subject.getSnapshot().context.tab).toBe('details'));
  change('name', 'New');
  change('folderText', '/audiobooks');
  ports.api.answer(createLibrary, libraryBody({ id: 'n', name: 'New' }));
  subject.send({ type: 'editLibrary.save' });
  await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
  expect(subject.getSnapshot().output?.library?.id).toBe('n');
  expect(receivedBy('toasts').at(-1)).toMatchObject({
    message: { key: 'editLibrary.created', values: { name: 'New' } },
  });
});

test("the server's refusal shows, and no typed value is lost", async () => {
  const { subject, ports, form, change } = open(books);
  ports.api.refuseOnce(updateLibrary, { kind: 'rejected', status: 400, message: 'No such provider' });
  change('name', 'Tomes');
  subject.send({ type: 'editLibrary.save' });
  await vi.waitFor(() => expect(form.getSnapshot().context.error).toMatchObject({ message: 'No such provider' }));
  expect(form.getSnapshot().context.values.name).toBe('Tomes');
});

test('without changes nothing is sent, and the dialog stays', async () => {
  const { subject, ports, receivedBy } = open(books);
  subject.send({ type: 'editLibrary.save' });
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  expect(receivedBy('toasts')[0]).toMatchObject({ kind: 'info', message: { key: 'editLibrary.unchanged' } });
  expect(ports.api.inputsOf(updateLibrary)).toEqual([]);
  expect(subject.getSnapshot().status).toBe('active');
});

test('a folder goes with its items only after a question (CFG-025)', async () => {
  const { subject, ports, change, receivedBy } = open(books);
  change('folders', []);
  change('folderText', '/other');
  expect(lostFolders({ ...valuesOf(books), folders: [] })).toEqual(books.folders.map(({ fullPath }) => fullPath));
  subject.send({ type: 'editLibrary.save' });
  expect(receivedBy('modals')[0]).toMatchObject({ input: { message: { key: 'editLibrary.confirmFolders' } } });
  subject.send(answered(false));
  expect(ports.api.inputsOf(updateLibrary)).toEqual([]);
  ports.api.answer(updateLibrary, libraryBody({ id: 'b' }));
  subject.send({ type: 'editLibrary.save' });
  expect(receivedBy('modals'), 'it is asked again').toHaveLength(2);
  subject.send(answered(true));
  await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
  expect(ports.api.inputsOf(updateLibrary)).toEqual([{ id: 'b', change: { folders: [{ fullPath: '/other' }] } }]);
});

test('unsaved changes are discarded only after a question; without any the dialog closes', () => {
  const { subject, change, receivedBy } = open(books);
  change('name', 'Tomes');
  subject.send({ type: 'editLibrary.close' });
  expect(receivedBy('modals')[0]).toMatchObject({ input: { message: { key: 'editLibrary.confirmDiscard' } } });
  subject.send(answered(false));
  change('name', 'Books');
  subject.send({ type: 'editLibrary.close' });
  expect(subject.getSnapshot().output).toEqual({ library: null });
});

test('unsaved changes are discarded on confirmation, and the dialog stays until then', () => {
  const { subject, change, form } = open(books);
  change('name', 'Tomes');
  subject.send({ type: 'editLibrary.close' });
  subject.send(answered(false));
  expect([subject.getSnapshot().status, form.getSnapshot().context.values.name]).toEqual(['active', 'Tomes']);
  subject.send({ type: 'editLibrary.close' });
  subject.send(answered(true));
  expect(subject.getSnapshot().output).toEqual({ library: null });
});

test('a chosen tab shows', () => {
  const { subject } = open(books);
  subject.send({ type: 'editLibrary.showTab', tab: 'schedule' });
  expect(subject.getSnapshot().context.tab).toBe('schedule');
});

test('what another administrator saves is in the form, of this library only', () => {
  const { subject, form } = open(books);
  subject.send({ type: 'server.library.updated', library: { ...shows, name: 'Theirs' } });
  expect(form.getSnapshot().context.values.name).toBe('Books');
  subject.send({ type: 'server.library.updated', library: { ...books, name: 'Theirs' } });
  expect(form.getSnapshot().context.values.name).toBe('Theirs');
});

test('providers missing from the server are its known defaults, with the reason', async () => {
  const { subject, ports } = open(books);
  const error = { kind: 'rejected', status: 400, message: 'No' } as const;
  ports.api.refuse(getStatus, error);
  ports.api.refuse(listCustomProviders, error);
  ports.api.refuse(listSearchProviders, error);
  await vi.waitFor(() => expect(subject.getSnapshot().context.providersError).toEqual(error));
  expect(subject.getSnapshot().context.providers).toEqual(KNOWN_PROVIDERS);
});

test('a folder is picked among those of the server, or none', () => {
  const { subject, form } = open(null);
  const chooser = () => subject.getSnapshot().children.folders;
  const folders = () => form.getSnapshot().context.values.folders;
  subject.send({ type: 'editLibrary.browse' });
  expect(chooser()).toBeDefined();
  subject.send({ type: 'folders.left' });
  expect([chooser(), folders()]).toEqual([undefined, []]);
  subject.send({ type: 'editLibrary.browse' });
  subject.send({ type: 'folders.chosen', path: '/audiobooks' });
  expect([chooser(), folders()]).toEqual([undefined, [{ fullPath: '/audiobooks' }]]);
  subject.send({ type: 'editLibrary.browse' });
  expect(chooser()?.getSnapshot().context.taken).toEqual(['/audiobooks']);
});

test('metadata files stay after a no, and when the server refuses, which can be retried', async () => {
  const { subject, ports, receivedBy } = open(books);
  const ask = (accepted: boolean) => {
    subject.send({ type: 'editLibrary.removeFiles', ext: 'json' });
    subject.send(answered(accepted));
  };
  ask(false);
  expect([receivedBy('modals').length, ports.api.inputsOf(removeLibraryMetadata)]).toEqual([1, []]);
  const error = { kind: 'server', status: 500, message: 'No' } as const;
  ports.api.refuse(removeLibraryMetadata, error);
  for (const times of [1, 2]) {
    ask(true);
    expect(subject.getSnapshot().hasTag('busy')).toBe(true);
    await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(times));
    expect([subject.getSnapshot().hasTag('busy'), receivedBy('modals').length]).toEqual([false, times + 1]);
  }
  const message = { key: 'editLibrary.filesFailed', values: { file: 'metadata.json' } };
  expect(receivedBy('toasts')[0]).toEqual({ type: 'toasts.show', id: 'editLibrary', kind: 'error', message, error });
});

test('a typed expression is checked by the server in the same press that saves (areas 5.3)', async () => {
  const { subject, ports, change } = open(books);
  change('isScheduled', true);
  change('draft', { ...draftOf('1 2 3 * *'), mode: 'advanced' });
  ports.api.answer(validateCron, 'OK');
  ports.api.answer(updateLibrary, libraryBody({ id: 'b' }));
  subject.send({ type: 'editLibrary.save' });
  await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
  expect(ports.api.inputsOf(validateCron)).toEqual([{ expression: '1 2 3 * *' }]);
  expect(ports.api.inputsOf(updateLibrary)).toEqual([
    { id: 'b', change: { settings: { autoScanCronExpression: '1 2 3 * *' } } },
  ]);
});

test.each([
  [{ found: 0, removed: 0 }, 'editLibrary.filesNone'],
  [{ found: 2, removed: 0 }, 'editLibrary.filesKept'],
  [{ found: 2, removed: 2 }, 'editLibrary.filesRemoved'],
])('metadata files are deleted after a question: %j', async (answer, key) => {
  const { subject, ports, receivedBy } = open(books);
  subject.send({ type: 'editLibrary.removeFiles', ext: 'abs' });
  expect(receivedBy('modals')[0]).toMatchObject({ input: { persistent: true } });
  ports.api.answer(removeLibraryMetadata, answer);
  subject.send(answered(true));
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  expect(receivedBy('toasts')[0]).toMatchObject({ message: { key } });
  expect(ports.api.inputsOf(removeLibraryMetadata)).toEqual([{ id: 'b', ext: 'abs' }]);
  expect([subject.getSnapshot().hasTag('busy'), receivedBy('modals').length]).toEqual([false, 1]);
});

test('a library that another administrator deletes closes its dialog, and says so', () => {
  const { subject, receivedBy } = open(shows);
  subject.send({ type: 'server.library.removed', library: { id: 'another' } });
  expect(subject.getSnapshot().status).toBe('active');
  subject.send({ type: 'server.library.removed', library: { id: 'p' } });
  expect(subject.getSnapshot().output).toEqual({ library: null });
  expect(receivedBy('toasts')[0]).toMatchObject({ message: { key: 'editLibrary.gone' } });
});

test('custom providers are among the choices, by either way of a server, and follow others (CFG-051, EVT-041, EVT-042)', async () => {
  const { subject, ports } = open(books);
  ports.api.answer(listCustomProviders, {
    providers: [{ id: 'x', name: 'Mine', mediaType: 'book', url: 'https://example.org', authHeaderValue: null }],
  });
  await vi.waitFor(() =>
    expect(subject.getSnapshot().context.providers.book.at(-1)).toEqual({ value: 'custom-x', name: 'Mine' }),
  );
  expect(ports.api.inputsOf(listSearchProviders)).toEqual([]);
  const provider = { id: 'y', name: 'Shows', slug: 'custom-y', mediaType: 'podcast' } as const;
  subject.send({ type: 'server.customProvider.added', provider });
  expect(subject.getSnapshot().context.providers.podcast.at(-1)).toEqual({ value: 'custom-y', name: 'Shows' });
  expect(subject.getSnapshot().context.providers.book.at(-1)?.value).toBe('custom-x');
  subject.send({ type: 'server.customProvider.removed', provider: { ...provider, id: 'x', slug: 'custom-x' } });
  expect(subject.getSnapshot().context.providers.book).toEqual(KNOWN_PROVIDERS.book);
  const newer = open(books);
  newer.ports.api.answer(getStatus, { ...status, serverVersion: '2.36.0' });
  newer.ports.api.answer(listSearchProviders, {
    providers: { books: [{ value: 'a', text: 'A' }], booksCovers: [], podcasts: [] },
  });
  await vi.waitFor(() =>
    expect(newer.subject.getSnapshot().context.providers.book).toEqual([{ value: 'a', name: 'A' }]),
  );
});

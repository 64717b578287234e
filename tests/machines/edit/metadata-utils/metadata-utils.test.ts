import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { collateIn } from '../../../../src/locales/collation.ts';
import { itemRestorer } from '../../../../src/machines/edit/item-edit/item-restorer.actor.ts';
import { selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';
import {
  foundNames,
  isMerge,
  otherSpelling,
  shelfWith,
  wayBack,
  selectFound,
} from '../../../../src/machines/edit/metadata-utils/names.logic.ts';
import { namesMachine } from '../../../../src/machines/edit/metadata-utils/names.machine.ts';
import { providerTrialMachine } from '../../../../src/machines/edit/metadata-utils/provider-trial.machine.ts';
import { fieldsOf } from '../../../../src/machines/edit/metadata-utils/providers.selectors.ts';
import { providersMachine } from '../../../../src/machines/edit/metadata-utils/providers.machine.ts';
import { getFilterData, listLibraries } from '../../../../src/services/endpoints/libraries.ts';
import { getLibraryStats } from '../../../../src/services/endpoints/library-lists.ts';
import { searchBooks } from '../../../../src/services/endpoints/provider-search.ts';
import {
  createCustomProvider,
  deleteCustomProvider,
  listCustomProviders,
  deleteGenre,
  listGenres,
  listTags,
  renameGenre,
  renameTag,
} from '../../../../src/services/endpoints/metadata-utils.ts';
import type { FakeApi } from '../../../support/fakes/api.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';
import { answerRemoval } from '../../../support/removal.ts';

const answered = (accepted: boolean) =>
  ({ type: 'modal.closed', modal: 'confirm', tag: 'names', output: { accepted, checked: false } }) as const;

async function openNames(name: 'configTags' | 'configGenres', prepare: (api: FakeApi) => void = () => undefined) {
  const host = createHost(namesMachine, {
    input: { route: { name }, entryKey: 'k', memory: null },
    named: { toasts: null, modals: null },
  });
  host.ports.api.answer(listTags, { tags: ['noir', 'Crime', 'Sci-Fi', 'crime'] });
  host.ports.api.answer(listGenres, { genres: ['Fantasy', 'Horror'] });
  host.ports.api.answer(listLibraries, { libraries: [] });
  prepare(host.ports.api);
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  return { ...host, names: () => selectFound(host.subject.getSnapshot()) };
}

test('tags are sorted by name and searchable (areas 18)', async () => {
  const { subject, names } = await openNames('configTags');
  expect(names().map((name) => name.toLowerCase())).toEqual(['crime', 'crime', 'noir', 'sci-fi']);
  subject.send({ type: 'names.search', query: 'sci fi' });
  expect(names()).toEqual(['Sci-Fi']);
});

const recorded = recording('libraries/list').response.body as { libraries: readonly object[] };
const libraries = ['books', 'podcasts'].map((id) => ({ ...recorded.libraries[0], id }));
const statsWith = (...genresWithCount: readonly object[]) => ({
  ...(recording('libraries/stats-ebook').response.body as object),
  genresWithCount,
});

test('how many items have a genre is the sum of all libraries, read by one call for each, and again after a change (areas 18)', async () => {
  const { subject, ports, receivedBy } = await openNames('configGenres', (api) => {
    api.answer(listLibraries, { libraries });
    api.answer(getLibraryStats, ({ libraryId }: { libraryId: string }) =>
      libraryId === 'books'
        ? statsWith({ genre: 'Horror', count: 2 }, { genre: 'Fantasy', count: 1 })
        : statsWith({ genre: 'Horror', count: 3 }),
    );
  });
  const uses = () => subject.getSnapshot().context.uses;
  const before = new Map([
    ['Horror', { count: 5, libraries: ['books', 'podcasts'] }],
    ['Fantasy', { count: 1, libraries: ['books'] }],
  ]);
  await vi.waitFor(() => expect(uses()).toEqual(before));
  expect(ports.api.inputsOf(getLibraryStats)).toEqual([{ libraryId: 'books' }, { libraryId: 'podcasts' }]);
  ports.api.answer(getLibraryStats, statsWith({ genre: 'Fantasy', count: 1 }));
  ports.api.answer(deleteGenre, { numItemsUpdated: 5 });
  subject.send({ type: 'names.remove', names: ['Horror'] });
  subject.send(answered(true));
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  const after = new Map([['Fantasy', { count: 2, libraries: ['books', 'podcasts'] }]]);
  await vi.waitFor(() => expect(uses()).toEqual(after));
});

test('libraries report their tags without counts: a name leads to the current library, else to the first that has it (areas 18)', async () => {
  const values = recording('libraries/filterdata').response.body as object;
  const { subject } = await openNames('configTags', (api) => {
    api.answer(listLibraries, { libraries });
    api.answer(getFilterData, ({ libraryId }: { libraryId: string }) => ({
      ...values,
      tags: libraryId === 'books' ? ['noir'] : ['noir', 'crime'],
    }));
  });
  const uses = () => subject.getSnapshot().context.uses;
  await vi.waitFor(() => expect(uses()).not.toBe(null));
  expect(uses()).toEqual(
    new Map([
      ['noir', { count: null, libraries: ['books', 'podcasts'] }],
      ['crime', { count: null, libraries: ['podcasts'] }],
    ]),
  );
  const leads = (name: string, currentId: string | null) =>
    shelfWith('tags', name, uses()?.get(name) ?? null, currentId);
  expect(leads('noir', 'podcasts')).toEqual({ name: 'bookshelf', libraryId: 'podcasts', filter: 'tags.bm9pcg%3D%3D' });
  expect(leads('noir', null)).toMatchObject({ libraryId: 'books' });
  expect(leads('crime', 'books')).toMatchObject({ libraryId: 'podcasts' });
  expect(leads('gone', 'books')).toBe(null);
});

test('a failure to load where names are used keeps them usable', async () => {
  const { ports, subject, names } = await openNames('configGenres', (api) =>
    api.refuse(listLibraries, { kind: 'timeout' }),
  );
  await vi.waitFor(() => expect(ports.api.inputsOf(listLibraries)).toHaveLength(1));
  expect([names(), subject.getSnapshot().context.uses]).toEqual([['Fantasy', 'Horror'], null]);
});

test('several tags become one after a question, each by a call, with the count of all (areas 18)', async () => {
  const { subject, ports, receivedBy } = await openNames('configTags');
  subject.send({ type: 'names.select', name: 'crime', isOn: true });
  subject.send({ type: 'names.select', name: 'noir', isOn: true });
  subject.send({ type: 'names.write', text: ' Noir ' });
  subject.send({ type: 'names.save' });
  expect(receivedBy('modals')[0]).toMatchObject({
    input: { message: { key: 'metadataUtils.tags.confirmMerge', values: { names: 'crime, noir', to: 'Noir' } } },
  });
  subject.send(answered(false));
  expect(ports.api.inputsOf(renameTag)).toEqual([]);
  subject.send({ type: 'names.save' });
  expect(receivedBy('modals')).toHaveLength(2);
  ports.api.answer(renameTag, { tagMerged: true, numItemsUpdated: 2 });
  subject.send(answered(true));
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  expect(receivedBy('toasts')[0]).toMatchObject({
    kind: 'success',
    message: { key: 'metadataUtils.tags.renamed', values: { count: 4 } },
  });
  expect(ports.api.inputsOf(renameTag)).toEqual([
    { tag: 'crime', newTag: 'Noir' },
    { tag: 'noir', newTag: 'Noir' },
  ]);
  expect(subject.getSnapshot().context.selected).toEqual([]);
});

test('a rename reports an existing name, or one in another spelling; to itself it only ends (areas 18)', async () => {
  const names = ['Crime', 'crime', 'noir'];
  const job = (from: string, to: string) => ({ kind: 'rename', names: [from], to }) as const;
  expect(isMerge(job('noir', 'Crime'), names)).toBe(true);
  expect(isMerge(job('noir', 'Dark'), names)).toBe(false);
  expect(otherSpelling(job('noir', 'CRIME'), names)).toBe('Crime');
  expect(otherSpelling(job('noir', 'Dark'), names)).toBeNull();
  const { subject, receivedBy } = await openNames('configTags');
  subject.send({ type: 'names.edit', name: 'noir' });
  subject.send({ type: 'names.save' });
  expect(subject.getSnapshot().context.edited).toBeNull();
  expect(receivedBy('modals')).toEqual([]);
});

test('a rename to a new name can be undone; a merge and a removal cannot, as their items are unknown', async () => {
  const { subject, ports, receivedBy } = await openNames('configGenres');
  ports.api.answer(renameGenre, { genreMerged: false, numItemsUpdated: 1 });
  subject.send({ type: 'names.edit', name: 'Horror' });
  subject.send({ type: 'names.write', text: 'Terror' });
  subject.send({ type: 'names.save' });
  subject.send(answered(true));
  const event = { type: 'itemRestorer.restoreName', kind: 'genres', from: 'Terror', to: 'Horror' };
  await vi.waitFor(() =>
    expect(receivedBy('toasts')).toMatchObject([
      { kind: 'success', action: { label: { key: 'toasts.undo' }, to: 'itemRestorer', event } },
    ]),
  );
  const names = ['Fantasy', 'Horror'];
  expect(wayBack('genres', { kind: 'rename', names: ['Horror'], to: 'Fantasy' }, names)).toBe(null);
  expect(wayBack('genres', { kind: 'rename', names, to: 'New' }, names)).toBe(null);
  expect(wayBack('genres', { kind: 'remove', names: ['Horror'] }, names)).toBe(null);
});

test('a tag gets its name back on all items, and says so, or why not', async () => {
  const host = createHost(itemRestorer, { named: { toasts: null } });
  const event = { type: 'itemRestorer.restoreName', kind: 'tags', from: 'b', to: 'a' } as const;
  host.ports.api.answerOnce(renameTag, { tagMerged: false, numItemsUpdated: 2 });
  host.subject.send(event);
  const restored = { kind: 'success', message: { key: 'metadataUtils.restored', values: { name: 'a' } } };
  await vi.waitFor(() => expect(host.receivedBy('toasts')).toMatchObject([restored]));
  expect(host.ports.api.inputsOf(renameTag)).toEqual([{ tag: 'b', newTag: 'a' }]);
  host.ports.api.refuseOnce(renameGenre, { kind: 'network' });
  host.subject.send({ ...event, kind: 'genres' });
  await vi.waitFor(() =>
    expect(host.receivedBy('toasts')[1]).toMatchObject({ message: { key: 'metadataUtils.genres.failed' } }),
  );
});

test('genres are renamed and removed by their own calls; a failure is reported, and all is reloaded', async () => {
  const { subject, ports, receivedBy } = await openNames('configGenres');
  subject.send({ type: 'names.edit', name: 'Horror' });
  subject.send({ type: 'names.write', text: 'Terror' });
  subject.send({ type: 'names.save' });
  ports.api.answer(renameGenre, { genreMerged: false, numItemsUpdated: 1 });
  subject.send(answered(true));
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  ports.api.refuseOnce(deleteGenre, { kind: 'server', status: 500, message: 'No' });
  subject.send({ type: 'names.remove', names: [] });
  subject.send({ type: 'names.remove', names: ['Fantasy'] });
  expect(receivedBy('modals').slice(1)).toMatchObject([
    { input: { tone: 'danger', message: { key: 'metadataUtils.genres.confirmRemove', values: { names: 'Fantasy' } } } },
  ]);
  expect([subject.getSnapshot().hasTag('busy'), ports.api.inputsOf(listGenres).length]).toEqual([false, 2]);
  subject.send(answered(true));
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(2));
  await vi.waitFor(() => expect(ports.api.inputsOf(listGenres)).toHaveLength(3));
  expect([subject.getSnapshot().hasTag('busy'), receivedBy('modals').length]).toEqual([false, 2]);
  expect(receivedBy('toasts')[1]).toMatchObject({ kind: 'error', message: { key: 'metadataUtils.genres.failed' } });
  expect(ports.api.inputsOf(renameGenre)).toEqual([{ genre: 'Horror', newGenre: 'Terror' }]);
  expect(ports.api.inputsOf(deleteGenre)).toEqual([{ genre: 'Fantasy' }]);
});

test('selection and text are cleared when selecting is off', async () => {
  const { subject } = await openNames('configTags');
  const marks = () => {
    const { selected, edited, written } = subject.getSnapshot().context;
    return { selected, edited, written };
  };
  subject.send({ type: 'names.select', name: 'noir', isOn: true });
  subject.send({ type: 'names.write', text: 'Noir' });
  expect(marks()).toEqual({ selected: ['noir'], edited: null, written: 'Noir' });
  subject.send({ type: 'names.deselect' });
  expect(marks()).toEqual({ selected: [], edited: null, written: '' });
});

test('names are found by all words, whatever their accents', () => {
  expect(foundNames(['Café Noir', 'Cafe', 'Noir'], 'noir cafe')).toEqual(['Café Noir']);
});

test('names follow the order of the language, also when it changes', async () => {
  onTestFinished(() => collateIn('en-us'));
  collateIn('sv');
  const { names } = await openNames('configTags', (api) => api.answer(listTags, { tags: ['Öl', 'Zoo', 'Apa'] }));
  expect(names()).toEqual(['Apa', 'Zoo', 'Öl']);
  collateIn('de');
  expect(names()).toEqual(['Apa', 'Öl', 'Zoo']);
});

const mine = { id: 'x', name: 'Mine', mediaType: 'book', url: 'https://example.org', authHeaderValue: 's3cret' };

async function openProviders() {
  const host = createHost(providersMachine, {
    input: { route: { name: 'configProviders' }, entryKey: 'k', memory: null },
    named: { toasts: null, modals: null },
  });
  host.ports.api.answer(listCustomProviders, { providers: [mine] });
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  return host;
}

test.each([
  ['', 'https://example.org', { name: 'nameMissing' }, 'VAL-010'],
  ['New', '', { url: 'urlMissing' }, 'VAL-011'],
  ['New', 'ftp://example.org', { url: 'urlInvalid' }, 'VAL-011'],
])('a provider of the name %j and the URL %j is not added: %j (CFG-053, %s)', async (name, url, problems, _row) => {
  const { subject, ports } = await openProviders();
  subject.send({ type: 'providers.add' });
  const form = subject.getSnapshot().children.provider;
  form?.send({ type: 'form.change', field: 'name', value: name });
  form?.send({ type: 'form.change', field: 'url', value: url });
  form?.send({ type: 'form.submit' });
  expect(form?.getSnapshot().context.problems).toEqual(problems);
  expect(ports.api.inputsOf(createCustomProvider)).toEqual([]);
});

test('a provider is added for books (CFG-052)', async () => {
  const { subject, ports, receivedBy } = await openProviders();
  subject.send({ type: 'providers.add' });
  const form = subject.getSnapshot().children.provider;
  if (!form) throw new Error('no form');
  form.send({ type: 'form.submit' });
  expect(form.getSnapshot().context.problems).toEqual({ name: 'nameMissing', url: 'urlMissing' });
  form.send({ type: 'form.change', field: 'name', value: ' New ' });
  form.send({ type: 'form.change', field: 'url', value: 'ftp://example.org' });
  form.send({ type: 'form.submit' });
  expect(form.getSnapshot().context.problems).toEqual({ url: 'urlInvalid' });
  form.send({ type: 'form.change', field: 'url', value: 'https://example.org ' });
  ports.api.answer(createCustomProvider, { provider: { ...mine, id: 'n', name: 'New' } });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  expect(ports.api.inputsOf(createCustomProvider)).toEqual([
    { name: 'New', url: 'https://example.org', mediaType: 'book' },
  ]);
  expect(subject.getSnapshot().context.providers.map(({ id }) => id)).toEqual(['x', 'n']);
});

test('a provider is deleted after a question (CFG-052)', async () => {
  const { subject, ports, receivedBy } = await openProviders();
  subject.send({ type: 'providers.remove', id: 'x' });
  ports.api.answer(deleteCustomProvider, 'OK');
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  expect(ports.api.inputsOf(deleteCustomProvider)).toEqual([{ id: 'x' }]);
  expect(subject.getSnapshot().context.providers).toEqual([]);
});

test('the form of a new provider closes silently when cancelled, and reopens empty', async () => {
  const { subject, ports, receivedBy } = await openProviders();
  const form = () => subject.getSnapshot().children.provider;
  subject.send({ type: 'providers.add' });
  form()?.send({ type: 'form.change', field: 'name', value: 'New' });
  subject.send({ type: 'providers.cancel' });
  expect(form()).toBe(undefined);
  subject.send({ type: 'providers.add' });
  expect(form()?.getSnapshot().context.values).toEqual({ name: '', url: '', authHeaderValue: '' });
  form()?.send({ type: 'form.change', field: 'name', value: 'New' });
  form()?.send({ type: 'form.change', field: 'url', value: 'https://example.org' });
  ports.api.answer(createCustomProvider, { provider: { ...mine, id: 'n', name: 'New' } });
  form()?.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(form()).toBe(undefined));
  expect(receivedBy('toasts')).toHaveLength(1);
});

test.each(['added', 'removed'] as const)('the list is reloaded after one was %s elsewhere', async (what) => {
  const { subject, ports } = await openProviders();
  const report = { id: 'z', name: 'Theirs', mediaType: 'book', slug: 'custom-z' } as const;
  ports.api.answer(listCustomProviders, { providers: [{ ...mine, id: 'z' }] });
  subject.send({ type: `server.customProvider.${what}`, provider: report });
  expect(ports.api.inputsOf(listCustomProviders)).toHaveLength(1);
  ports.clock.advance(300);
  await vi.waitFor(() => expect(subject.getSnapshot().context.providers.map(({ id }) => id)).toEqual(['z']));
});

test('providers that are added and removed elsewhere show, and a secret only of one that is listed (CFG-054, EVT-041, EVT-042)', async () => {
  const { subject, ports } = await openProviders();
  const report = { id: 'x', name: 'Mine', mediaType: 'book', slug: 'custom-x' } as const;
  subject.send({ type: 'providers.toggleReveal', id: 'x' });
  subject.send({ type: 'providers.toggleReveal', id: 'another' });
  expect(subject.getSnapshot().context.revealed).toEqual(['x']);
  subject.send({ type: 'server.customProvider.removed', provider: report });
  expect(subject.getSnapshot().context).toMatchObject({ providers: [], revealed: [] });
  ports.api.answer(listCustomProviders, { providers: [mine, { ...mine, id: 'y' }] });
  subject.send({ type: 'server.customProvider.added', provider: { ...report, id: 'y', slug: 'custom-y' } });
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(subject.getSnapshot().context.providers.map(({ id }) => id)).toEqual(['x', 'y']));
});

describe('the try-out of a provider (areas 18)', () => {
  const open = () => {
    const host = createHost(providerTrialMachine);
    host.subject.send({ type: 'trial.open', provider: { id: 'x', name: 'Mine' } });
    const rest = () => vi.waitFor(() => expect(host.subject.getSnapshot().hasTag('busy')).toBe(false));
    return { ...host, rest, context: () => host.subject.getSnapshot().context };
  };

  test('is closed by Back, which leaves the page only then', () => {
    const { subject, ports } = open();
    expect([subject.getSnapshot().matches('open'), ports.navigation.held]).toEqual([true, 1]);
    ports.navigation.back();
    expect([subject.getSnapshot().matches('closed'), ports.navigation.held]).toEqual([true, 0]);
  });

  test('requests nothing without a title, and keeps the results', async () => {
    const { subject, ports, rest, context } = open();
    subject.send({ type: 'trial.change', field: 'title', text: '  ' });
    subject.send({ type: 'trial.search' });
    expect(ports.api.inputsOf(searchBooks)).toEqual([]);
    ports.api.answer(searchBooks, [{ title: 'The Raven', author: 'Poe', cover: '', genres: [], isbn: '1' }]);
    subject.send({ type: 'trial.change', field: 'title', text: ' raven ' });
    subject.send({ type: 'trial.change', field: 'author', text: 'Poe' });
    subject.send({ type: 'trial.search' });
    await rest();
    expect(ports.api.inputsOf(searchBooks)).toEqual([{ provider: 'custom-x', title: 'raven', author: 'Poe' }]);
    expect(context().matches?.map((match) => [match.title, fieldsOf(match)])).toEqual([['The Raven', ['isbn']]]);
  });

  test('a failure replaces the results, and everything is cleared on closing', async () => {
    const { subject, ports, rest, context } = open();
    ports.api.refuse(searchBooks, { kind: 'server', status: 500, message: '' });
    subject.send({ type: 'trial.change', field: 'title', text: 'raven' });
    subject.send({ type: 'trial.search' });
    await rest();
    expect([context().matches, context().error]).toEqual([null, { kind: 'server', status: 500, message: '' }]);
    const answer = ports.api.defer(searchBooks);
    subject.send({ type: 'trial.search' });
    expect([context().matches, context().error]).toEqual([null, null]);
    answer.resolve([{ title: 'The Raven' }]);
    await rest();
    expect([context().matches?.length, context().error]).toEqual([1, null]);
    ports.api.defer(searchBooks);
    subject.send({ type: 'trial.search' });
    expect(context().matches).toBe(null);
    subject.send({ type: 'trial.close' });
    expect(context()).toEqual({ provider: { id: '', name: '' }, title: '', author: '', matches: null, error: null });
  });

  test('a cancelled search reports nothing later', async () => {
    const { subject, ports, context } = open();
    const answer = ports.api.defer(searchBooks);
    subject.send({ type: 'trial.change', field: 'title', text: 'raven' });
    subject.send({ type: 'trial.search' });
    subject.send({ type: 'trial.close' });
    answer.resolve([{ title: 'The Raven' }]);
    subject.send({ type: 'trial.open', provider: { id: 'y', name: 'Theirs' } });
    await Promise.resolve();
    expect([context().provider.id, context().matches]).toEqual(['y', null]);
  });
});

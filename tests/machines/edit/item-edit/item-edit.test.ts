import { describe, expect, test, vi } from 'vitest';
import { PODCAST_TYPES } from '../../../../src/machines/edit/item-edit/details.logic.ts';
import { changesOf, type DetailsValues } from '../../../../src/machines/edit/item-edit/details-form.logic.ts';
import { itemEditMachine } from '../../../../src/machines/edit/item-edit/item-edit.machine.ts';
import {
  selectHasNext,
  selectHasPrevious,
  selectIsSavingDetails,
  selectTab,
} from '../../../../src/machines/edit/item-edit/item-edit.selectors.ts';
import type { TabName } from '../../../../src/machines/edit/item-edit/tabs.logic.ts';
import { AppException, type AppError } from '../../../../src/schemas/app-error.ts';
import { updateItem } from '../../../../src/services/endpoints/item-editing.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { getLibraryWithFilterData } from '../../../../src/services/endpoints/libraries.ts';
import { searchBooks } from '../../../../src/services/endpoints/provider-search.ts';
import {
  COVER_DRAFT,
  EDITED_LIST,
  ITEM_DRAFT,
  MATCH_DRAFT,
} from '../../../../src/machines/edit/item-edit/draft.actor.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { bookBody, questionClosed, reducedBook, wholeBook } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const { id } = bookBody;
const { title } = bookBody.media.metadata;
const bodyWith = (metadata: object) => ({
  ...bookBody,
  media: { ...bookBody.media, metadata: { ...bookBody.media.metadata, ...metadata } },
});
const patched = (metadata: object) => ({ updated: true, libraryItem: bodyWith(metadata) });

function start(list: readonly { id: string; title: string }[] = [], ports: FakePorts = createFakePorts()) {
  const host = createHost(itemEditMachine, {
    ports,
    input: { itemId: id, title: 'Known', list },
    named: { modals: null, toasts: null },
  });
  const state = () => host.subject.getSnapshot();
  const form = () => {
    const { fields } = state().context;
    if (!fields) throw new Error('The form is missing');
    return fields;
  };
  return {
    ...host,
    state,
    form,
    values: () => form().getSnapshot().context.values,
    type: <Field extends keyof DetailsValues>(field: Field, value: DetailsValues[Field]) =>
      form().send({ type: 'form.change', field, value } as never),
    toasts: () =>
      host.receivedBy('toasts').map((event) => (event as unknown as { message: { key: string } }).message.key),
    questions: () => host.receivedBy('modals').length,
    isClosed: () => state().status === 'done',
    isReady: () => vi.waitFor(() => expect(state().matches({ shown: 'ready' })).toBe(true)),
  };
}

async function open(list?: readonly { id: string; title: string }[], ports?: FakePorts, body: object = bookBody) {
  const modal = start(list, ports);
  modal.ports.api.answer(getItem, body);
  await modal.isReady();
  return modal;
}

test('loads the whole item, named by the address (EDT-027)', async () => {
  const modal = start();
  expect([modal.state().context.title, modal.ports.navigation.named]).toEqual(['Known', { edit: id }]);
  modal.ports.api.answer(getItem, bookBody);
  await modal.isReady();
  expect([modal.state().context.title, modal.state().context.item]).toEqual([title, wholeBook]);
});

test('closes with a notice when the item cannot be loaded (EDT-028, ERR-056)', async () => {
  const modal = start();
  modal.ports.api.refuse(getItem, { kind: 'notFound', message: '' });
  await vi.waitFor(() => expect(modal.isClosed()).toBe(true));
  expect([modal.toasts(), modal.ports.navigation.named]).toEqual([['itemEdit.loadFailed'], null]);
});

test.each([
  ['is closed', { type: 'itemEdit.close' }],
  ['is left by its address', { type: 'address.left' }],
] as const)('while it loads it %s without a question', (_, event) => {
  const modal = start();
  modal.ports.api.defer(getItem);
  modal.subject.send(event);
  expect([modal.isClosed(), modal.questions(), modal.toasts()]).toEqual([true, 0, []]);
});

test('while it loads it steps on, and not beyond the ends', async () => {
  const modal = start(list);
  modal.ports.api.defer(getItem);
  modal.subject.send({ type: 'itemEdit.step', by: 1 });
  expect([modal.state().context.title, modal.ports.navigation.named]).toEqual(['Last', { edit: 'last' }]);
  modal.subject.send({ type: 'itemEdit.step', by: 1 });
  expect(modal.state().context.itemId).toBe('last');
  modal.ports.api.answer(getItem, { ...bookBody, id: 'last' });
  await modal.isReady();
  expect(modal.values().itemId).toBe('last');
});

test.each([
  ['is gone', { kind: 'notFound', message: '' }, true],
  ['could not be read', { kind: 'network' }, false],
] as const)('an item that %s when it is reloaded', async (_, error, closes) => {
  const modal = await open();
  modal.ports.api.refuseOnce(getItem, error);
  modal.subject.send({ type: 'tab.changedItem' });
  modal.ports.clock.advance(1000);
  await vi.waitFor(() => expect(modal.ports.api.inputsOf(getItem)).toHaveLength(2));
  await vi.waitFor(() => expect(modal.isClosed()).toBe(closes));
  expect(modal.toasts()).toEqual(closes ? ['itemEdit.loadFailed'] : []);
});

test('is reloaded after a server event of several items with it among them', async () => {
  const modal = await open();
  const report = (...ids: readonly string[]) =>
    modal.subject.send({
      type: 'server.items.updated',
      items: { items: ids.map((one) => ({ ...reducedBook, id: one })), dropped: [] },
    });
  report('another');
  modal.ports.clock.advance(1000);
  expect(modal.ports.api.inputsOf(getItem)).toHaveLength(1);
  modal.ports.api.answer(getItem, bodyWith({ publisher: 'Elsewhere' }));
  report('another', id);
  modal.ports.clock.advance(1000);
  await vi.waitFor(() => expect(modal.values().publisher).toBe('Elsewhere'));
  const files = modal.state().children.files?.getSnapshot() as { context: { item: typeof wholeBook } } | undefined;
  expect(files?.context.item).toEqual(modal.state().context.item);
});

test('sends only changes, says so and stays', async () => {
  const modal = await open();
  modal.ports.api.answer(updateItem, patched({ subtitle: 'A tale' }));
  modal.type('subtitle', ' A tale ');
  modal.subject.send({ type: 'itemEdit.save' });
  await vi.waitFor(() => expect(modal.toasts()).toEqual(['itemEdit.updated']));
  expect(modal.ports.api.inputsOf(updateItem)).toEqual([{ id, change: { metadata: { subtitle: 'A tale' } } }]);
  expect([modal.isClosed(), modal.values().subtitle, changesOf(modal.values())]).toEqual([false, 'A tale', {}]);
});

test('save and close closes when it is saved', async () => {
  const modal = await open();
  modal.ports.api.answer(updateItem, patched({}));
  modal.type('tags', ['one']);
  modal.subject.send({ type: 'itemEdit.saveAndClose' });
  await vi.waitFor(() => expect(modal.isClosed()).toBe(true));
  expect([modal.toasts(), modal.questions()]).toEqual([['itemEdit.updated'], 0]);
});

test('without changes nothing is sent, and a notice says so (EDT-037, ERR-049)', async () => {
  const modal = await open();
  modal.subject.send({ type: 'itemEdit.save' });
  await vi.waitFor(() => expect(modal.toasts()).toEqual(['itemEdit.noUpdates']));
  expect(modal.ports.api.inputsOf(updateItem)).toEqual([]);
});

test.each<[string, Partial<DetailsValues>, object]>([
  ['without a title (EDT-031, VAL-008, AMB-89)', { title: ' ' }, { title: 'titleMissing' }],
  [
    'with a space in a number of a series (EDT-032, VAL-005)',
    { series: [{ name: 'S', sequence: '1 2' }] },
    { series: 'sequenceSpaces' },
  ],
])('%s it is not sent', async (_name, changes, problems) => {
  const modal = await open();
  for (const [field, value] of Object.entries(changes)) modal.type(field as keyof DetailsValues, value as never);
  modal.subject.send({ type: 'itemEdit.saveAndClose' });
  expect([modal.form().getSnapshot().context.problems, selectIsSavingDetails(modal.state())]).toEqual([
    problems,
    false,
  ]);
  expect(modal.ports.api.inputsOf(updateItem)).toEqual([]);
});

test.each<AppError>([
  { kind: 'forbidden', message: 'Forbidden' },
  { kind: 'notFound', message: 'Not Found' },
  { kind: 'server', status: 500, message: 'Broken' },
  { kind: 'network' },
])('a failed save keeps typed values (EDT-038): %o', async (error) => {
  const modal = await open();
  modal.ports.api.refuseOnce(updateItem, error);
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.saveAndClose' });
  await vi.waitFor(() => expect(modal.toasts()).toEqual(['itemEdit.updateFailed']));
  expect(modal.receivedBy('toasts')).toMatchObject([{ error }]);
  expect([modal.isClosed(), modal.values().subtitle]).toEqual([false, 'mine']);
  modal.ports.api.answer(updateItem, patched({}));
  modal.subject.send({ type: 'itemEdit.saveAndClose' });
  await vi.waitFor(() => expect(modal.isClosed()).toBe(true));
});

test('closing confirms unsaved values first', async () => {
  const modal = await open();
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.close' });
  modal.subject.send(questionClosed(false));
  expect([modal.isClosed(), modal.questions(), modal.values().subtitle]).toEqual([false, 1, 'mine']);
  modal.ports.navigation.back();
  expect([modal.questions(), modal.ports.navigation.named]).toEqual([2, { edit: id }]);
  modal.ports.navigation.back();
  expect([modal.questions(), modal.ports.navigation.named]).toEqual([2, { edit: id }]);
  modal.subject.send(questionClosed(true));
  expect([modal.isClosed(), modal.ports.navigation.named]).toEqual([true, null]);
});

test('closing confirms during a match review, and no more once it is cancelled', async () => {
  const modal = start();
  modal.ports.api.answer(getItem, bookBody);
  modal.ports.api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
  modal.ports.api.answer(searchBooks, [{ title: 'Found' }]);
  await modal.isReady();
  modal.subject.send({ type: 'itemEdit.showTab', tab: 'match' });
  const match = modal.state().context.tabs?.match;
  await vi.waitFor(() => expect(match?.getSnapshot().matches({ looking: 'resting' })).toBe(true));
  match?.send({ type: 'match.choose', index: 0 });
  modal.subject.send({ type: 'itemEdit.close' });
  expect([modal.isClosed(), modal.questions()]).toEqual([false, 1]);
  modal.subject.send(questionClosed(false));
  expect([modal.state().matches({ shown: { ready: 'resting' } }), match?.getSnapshot().context.chosen?.title]).toEqual([
    true,
    'Found',
  ]);
  match?.send({ type: 'match.back' });
  modal.subject.send({ type: 'itemEdit.close' });
  expect([modal.isClosed(), modal.questions()]).toEqual([true, 1]);
});

test('an item removed during the question closes after the answer', async () => {
  const modal = await open();
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.close' });
  modal.subject.send({ type: 'server.item.removed', item: { id } });
  expect(modal.isClosed()).toBe(false);
  modal.subject.send(questionClosed(false));
  expect([modal.isClosed(), modal.toasts()]).toEqual([true, ['itemEdit.removed']]);
});

test('a provider that is added or removed elsewhere is so in the tabs that search (EVT-041, EVT-042)', async () => {
  const modal = await open();
  modal.ports.api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
  const tabs = () => [modal.state().children.cover, modal.state().children.match];
  const values = () => tabs().map((tab) => tab?.getSnapshot().context.providers.map(({ value }) => value));
  for (const tab of ['cover', 'match'] as const) modal.subject.send({ type: 'itemEdit.showTab', tab });
  await vi.waitFor(() => expect(values().map((list) => list?.includes('google'))).toEqual([true, true]));
  const before = values();
  const provider = { id: 'x', name: 'Mine', slug: 'custom-x' };
  modal.subject.send({ type: 'server.customProvider.added', provider: { ...provider, mediaType: 'podcast' } });
  expect(values()).toEqual(before);
  modal.subject.send({ type: 'server.customProvider.added', provider });
  expect(values()).toEqual(before.map((list) => [...(list ?? []), 'custom-x']));
  for (const tab of tabs()) expect(tab?.getSnapshot().context.provider).not.toBe('custom-x');
  modal.subject.send({ type: 'server.customProvider.removed', provider });
  expect(values()).toEqual(before);
});

test('an item unreadable during the question closes after the answer', async () => {
  const modal = await open();
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.close' });
  modal.ports.api.refuse(getItem, { kind: 'notFound', message: '' });
  modal.subject.send({ type: 'server.item.updated', item: reducedBook });
  modal.ports.clock.advance(1000);
  await vi.waitFor(() => expect(modal.state().context.isRemoved).toBe(true));
  expect(modal.isClosed()).toBe(false);
  modal.subject.send(questionClosed(false));
  expect([modal.isClosed(), modal.toasts()]).toEqual([true, ['itemEdit.removed']]);
});

test('back closes it at once where nothing was typed', async () => {
  const modal = await open();
  modal.ports.navigation.back();
  expect([modal.isClosed(), modal.questions()]).toEqual([true, 0]);
});

test('closing during a save closes when all is saved', async () => {
  const modal = await open();
  const answer = modal.ports.api.defer(updateItem);
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.save' });
  modal.subject.send({ type: 'itemEdit.close' });
  expect([modal.isClosed(), modal.questions()]).toEqual([false, 0]);
  answer.resolve(patched({}));
  await vi.waitFor(() => expect(modal.isClosed()).toBe(true));
});

test('left by its address while it saves, it keeps its name until all is saved', async () => {
  const modal = await open();
  const answer = modal.ports.api.defer(updateItem);
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.save' });
  modal.ports.navigation.back();
  expect([modal.isClosed(), modal.ports.navigation.named]).toEqual([false, { edit: id }]);
  answer.resolve(patched({}));
  await vi.waitFor(() => expect(modal.isClosed()).toBe(true));
});

test('saved after an earlier close request, it stays', async () => {
  const modal = await open();
  modal.ports.api.refuseOnce(updateItem, { kind: 'network' });
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.saveAndClose' });
  await vi.waitFor(() => expect(modal.toasts()).toEqual(['itemEdit.updateFailed']));
  modal.ports.api.answer(updateItem, patched({ subtitle: 'mine' }));
  modal.subject.send({ type: 'itemEdit.save' });
  await vi.waitFor(() => expect(modal.toasts()).toHaveLength(2));
  expect([modal.isClosed(), modal.state().value]).toEqual([false, { shown: { ready: 'resting' } }]);
});

test("the server's newer values are in the form once a save has failed", async () => {
  const modal = await open();
  const answer = modal.ports.api.defer(updateItem);
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.save' });
  modal.ports.api.answer(getItem, bodyWith({ publisher: 'Elsewhere' }));
  modal.subject.send({ type: 'server.item.updated', item: reducedBook });
  modal.ports.clock.advance(1000);
  await vi.waitFor(() => expect(modal.ports.api.inputsOf(getItem)).toHaveLength(2));
  await vi.waitFor(() => expect(modal.state().context.item).not.toEqual(wholeBook));
  answer.reject(new AppException({ kind: 'network' }));
  await vi.waitFor(() => expect(modal.toasts()).toEqual(['itemEdit.updateFailed']));
  expect(modal.values()).toMatchObject({ publisher: 'Elsewhere', subtitle: 'mine' });
});

test("the server's newer values reach the other tabs also while the details are saved", async () => {
  const modal = await open();
  modal.ports.api.defer(updateItem);
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.save' });
  modal.ports.api.answer(getItem, bodyWith({ title: 'Elsewhere' }));
  modal.subject.send({ type: 'server.item.updated', item: reducedBook });
  modal.ports.clock.advance(1000);
  const titleIn = (tab: 'files' | 'cover') =>
    (modal.state().children[tab]?.getSnapshot() as { context: { item: typeof wholeBook } } | undefined)?.context.item
      .media.metadata.title;
  await vi.waitFor(() => expect([titleIn('files'), titleIn('cover')]).toEqual(['Elsewhere', 'Elsewhere']));
  expect(modal.state().matches({ shown: { ready: 'saving' } })).toBe(true);
});

const list = [
  { id: 'first', title: 'First' },
  { id, title },
  { id: 'last', title: 'Last' },
];

test('steps through its list, and no further than its ends (EDT-023, AMB-35)', async () => {
  const modal = await open(list);
  modal.ports.api.answer(getItem, (input: { id: string }) => ({ ...bookBody, id: input.id }));
  const before = modal.form();
  modal.subject.send({ type: 'itemEdit.step', by: 1 });
  expect([before.getSnapshot().status, modal.state().context]).toMatchObject(['stopped', { item: null, tabs: null }]);
  expect([modal.state().context.title, modal.ports.navigation.named]).toEqual(['Last', { edit: 'last' }]);
  await modal.isReady();
  expect([selectHasPrevious(modal.state()), selectHasNext(modal.state())]).toEqual([true, false]);
  modal.subject.send({ type: 'itemEdit.step', by: 1 });
  expect(modal.values().itemId).toBe('last');
  modal.subject.send({ type: 'server.item.removed', item: { id } });
  expect(modal.isClosed()).toBe(false);
  modal.subject.send({ type: 'server.item.removed', item: { id: 'last' } });
  expect([modal.isClosed(), modal.toasts()]).toEqual([true, ['itemEdit.removed']]);
});

test('save and next saves, and shows the next item; at the end of the list it stays', async () => {
  const modal = await open(list);
  modal.ports.api.answer(getItem, (input: { id: string }) => ({ ...bookBody, id: input.id }));
  modal.ports.api.answer(updateItem, patched({ subtitle: 'mine' }));
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.saveAndNext' });
  await vi.waitFor(() => expect(modal.state().context.itemId).toBe('last'));
  await modal.isReady();
  expect(modal.toasts()).toEqual(['itemEdit.updated']);
  modal.subject.send({ type: 'itemEdit.saveAndNext' });
  await vi.waitFor(() => expect(modal.toasts()).toHaveLength(2));
  expect([modal.state().context.itemId, modal.isClosed()]).toEqual(['last', false]);
});

test('the toast of a save undoes it, but no change from elsewhere', async () => {
  const modal = await open();
  modal.ports.api.answer(updateItem, patched({ subtitle: 'mine', publisher: 'Elsewhere' }));
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.save' });
  await vi.waitFor(() => expect(modal.toasts()).toEqual(['itemEdit.updated']));
  const change = { metadata: { subtitle: null } };
  const event = { type: 'itemRestorer.restore', id, change };
  const [shown] = modal.receivedBy('toasts') as unknown as readonly { action: object }[];
  expect(shown?.action).toEqual({ label: { key: 'toasts.undo' }, to: 'itemRestorer', event });
});

test('after a reload it steps through the list it was opened with (SHF-008)', async () => {
  const before = await open(list);
  const ports = createFakePorts();
  const kept = before.ports.tabStorage.read(EDITED_LIST);
  ports.tabStorage.write(EDITED_LIST, kept ?? []);
  const reopen = (itemId: string) =>
    createHost(itemEditMachine, {
      input: { itemId, title: '', list: [] },
      named: { toasts: null },
      ports,
    }).subject.getSnapshot();
  expect([selectHasPrevious(reopen(id)), selectHasNext(reopen(id))]).toEqual([true, true]);
  expect(reopen('foreign').context.list).toEqual([]);
});

test('steps back to the item before in the list (EDT-022)', async () => {
  const modal = await open(list);
  modal.ports.api.answer(getItem, (input: { id: string }) => ({ ...bookBody, id: input.id }));
  modal.subject.send({ type: 'itemEdit.step', by: -1 });
  await modal.isReady();
  expect([modal.values().itemId, selectHasPrevious(modal.state())]).toEqual(['first', false]);
});

test('opens on the details, or on the requested tab (EDT-029, STT-005)', () => {
  const tabOf = (tab?: TabName) => {
    const input = { itemId: id, title: 'Known', list: [], ...(tab ? { tab } : {}) };
    return selectTab(createHost(itemEditMachine, { input, named: { toasts: null } }).subject.getSnapshot());
  };
  expect([tabOf(), tabOf('cover')]).toEqual(['details', 'cover']);
});

test('after a step it follows the item that it shows, and the one before no more (EDT-030)', async () => {
  const modal = await open(list);
  modal.ports.api.answer(getItem, (input: { id: string }) => ({ ...bookBody, id: input.id }));
  modal.subject.send({ type: 'itemEdit.step', by: 1 });
  await modal.isReady();
  const reads = () => modal.ports.api.inputsOf(getItem).length;
  const before = reads();
  modal.subject.send({ type: 'server.item.updated', item: reducedBook });
  modal.ports.clock.advance(1000);
  expect(reads()).toBe(before);
  modal.subject.send({ type: 'server.item.updated', item: { ...reducedBook, id: 'last' } });
  modal.ports.clock.advance(1000);
  expect(reads()).toBe(before + 1);
});

test('a step away from unsaved values confirms first', async () => {
  const modal = await open(list);
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.step', by: -1 });
  modal.subject.send(questionClosed(false));
  expect(modal.values()).toMatchObject({ itemId: id, subtitle: 'mine' });
  modal.subject.send({ type: 'itemEdit.step', by: -1 });
  modal.ports.api.answer(getItem, { ...bookBody, id: 'first' });
  modal.subject.send(questionClosed(true));
  expect([modal.state().context.title, modal.ports.navigation.named]).toEqual(['First', { edit: 'first' }]);
  await modal.isReady();
  expect([modal.values().itemId, modal.questions()]).toEqual(['first', 2]);
  modal.type('subtitle', 'mine');
  modal.subject.send({ type: 'itemEdit.step', by: 1 });
  modal.subject.send(questionClosed(false));
  modal.subject.send({ type: 'itemEdit.close' });
  modal.subject.send(questionClosed(true));
  expect([modal.isClosed(), modal.questions()]).toEqual([true, 4]);
});

test('follows the item on the server: typed values stay, with theirs beside it (EVT-013)', async () => {
  const modal = await open();
  modal.type('subtitle', 'mine');
  modal.ports.api.answer(getItem, bodyWith({ subtitle: 'theirs', publisher: 'Elsewhere' }));
  modal.subject.send({ type: 'server.item.updated', item: { ...reducedBook, id: 'another' } });
  modal.ports.clock.advance(1000);
  expect(modal.values().publisher).not.toBe('Elsewhere');
  modal.subject.send({ type: 'server.item.updated', item: reducedBook });
  modal.ports.clock.advance(1000);
  await vi.waitFor(() => expect(modal.values().publisher).toBe('Elsewhere'));
  expect(modal.values()).toMatchObject({ subtitle: 'mine', clashes: ['subtitle'] });
  modal.subject.send({ type: 'itemEdit.takeTheirs', field: 'subtitle' });
  expect(modal.values()).toMatchObject({ subtitle: 'theirs', clashes: [] });
  modal.subject.send({ type: 'itemEdit.close' });
  expect([modal.isClosed(), modal.questions()]).toEqual([true, 0]);
});

test("another user's saved value is overwritten only after a choice", async () => {
  const modal = await open();
  modal.type('subtitle', 'mine');
  modal.ports.api.answer(getItem, bodyWith({ subtitle: 'theirs' }));
  modal.subject.send({ type: 'server.item.updated', item: reducedBook });
  modal.ports.clock.advance(1000);
  await vi.waitFor(() => expect(modal.values().clashes).toEqual(['subtitle']));
  modal.subject.send({ type: 'itemEdit.saveAndClose' });
  expect(modal.ports.api.inputsOf(updateItem)).toEqual([]);
  expect(modal.state().matches({ shown: { ready: 'resting' } })).toBe(true);
  expect(modal.state().context.fields?.getSnapshot().context.problems).toEqual({ subtitle: 'undecided' });
  modal.subject.send({ type: 'itemEdit.keepMine', field: 'subtitle' });
  modal.subject.send({ type: 'itemEdit.save' });
  expect(modal.ports.api.inputsOf(updateItem)).toEqual([{ id, change: { metadata: { subtitle: 'mine' } } }]);
});

/** A tab whose page ends without any end event, as on a reload. */
async function reloaded(body: object = bookBody) {
  const before = await open();
  before.type('subtitle', 'Mine');
  before.type('typed', { tags: 'half a t' });
  const { tabStorage } = before.ports;
  const kept = tabStorage.read(ITEM_DRAFT);
  const ports = createFakePorts();
  if (kept) ports.tabStorage.write(ITEM_DRAFT, kept);
  return open(undefined, ports, body);
}

test('typed values are restored after a reload with a notice, and discarded on request', async () => {
  const modal = await reloaded();
  const { subtitle, typed } = modal.values();
  expect([subtitle, typed, modal.state().context.isRestored]).toEqual(['Mine', { tags: 'half a t' }, true]);
  modal.subject.send({ type: 'itemEdit.forgetDraft' });
  expect([modal.values().subtitle, modal.values().typed, modal.state().context.isRestored]).toEqual([
    wholeBook.mediaType === 'book' ? (wholeBook.media.metadata.subtitle ?? '') : '',
    {},
    false,
  ]);
  expect(modal.ports.tabStorage.read(ITEM_DRAFT)).toBeNull();
  modal.subject.send({ type: 'itemEdit.close' });
  expect(modal.isClosed()).toBe(true);
});

test('a value changed elsewhere over a reload is a choice, all else follows', async () => {
  const modal = await reloaded(bodyWith({ subtitle: 'Theirs', publisher: 'Theirs' }));
  const { subtitle, publisher, clashes } = modal.values();
  expect([subtitle, publisher, clashes]).toEqual(['Mine', 'Theirs', ['subtitle']]);
});

test('an undecided conflict is restored after a reload too', async () => {
  const before = await open();
  before.type('subtitle', 'Mine');
  before.ports.api.answer(getItem, bodyWith({ subtitle: 'Theirs' }));
  before.subject.send({ type: 'server.item.updated', item: reducedBook });
  before.ports.clock.advance(1000);
  await vi.waitFor(() => expect(before.values().clashes).toEqual(['subtitle']));
  const kept = before.ports.tabStorage.read(ITEM_DRAFT);
  const ports = createFakePorts();
  if (kept) ports.tabStorage.write(ITEM_DRAFT, kept);
  const modal = await open(undefined, ports, bodyWith({ subtitle: 'Theirs' }));
  expect(modal.values()).toMatchObject({ subtitle: 'Mine', clashes: ['subtitle'] });
  modal.subject.send({ type: 'itemEdit.save' });
  expect(ports.api.inputsOf(updateItem)).toEqual([]);
  modal.subject.send({ type: 'itemEdit.keepMine', field: 'subtitle' });
  expect(ports.tabStorage.read(ITEM_DRAFT)?.clashes).toEqual([]);
});

test('nothing is kept of another item, nor after saving or discarding', async () => {
  const other = await open();
  other.type('subtitle', 'Mine');
  const kept = other.ports.tabStorage.read(ITEM_DRAFT);
  expect(kept?.details.subtitle).toBe('Mine');
  const ports = createFakePorts();
  if (kept) ports.tabStorage.write(ITEM_DRAFT, { ...kept, itemId: 'another' });
  const modal = await open(undefined, ports);
  expect(modal.state().context.isRestored).toBe(false);
  modal.type('subtitle', 'Mine');
  modal.ports.api.answer(updateItem, patched({ subtitle: 'Mine' }));
  modal.subject.send({ type: 'itemEdit.save' });
  await vi.waitFor(() => expect(selectIsSavingDetails(modal.state())).toBe(false));
  expect(modal.ports.tabStorage.read(ITEM_DRAFT)).toBeNull();
  modal.type('subtitle', 'Again');
  modal.subject.send({ type: 'itemEdit.close' });
  modal.subject.send(questionClosed(true));
  expect([modal.isClosed(), modal.ports.tabStorage.read(ITEM_DRAFT)]).toEqual([true, null]);
});

describe('a match that is looked through', () => {
  /** The first result is chosen and its title changed. */
  async function compared(modal: Awaited<ReturnType<typeof open>>) {
    const { api } = modal.ports;
    api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
    api.answer(searchBooks, [{ title: 'New title', author: 'A. Writer' }]);
    modal.subject.send({ type: 'itemEdit.showTab', tab: 'match' });
    const match = modal.state().context.tabs?.match;
    if (!match) throw new Error('No match');
    await vi.waitFor(() => expect(match.getSnapshot().matches({ looking: 'resting' })).toBe(true));
    match.send({ type: 'match.choose', index: 0 });
    match.send({ type: 'match.change', field: 'title', value: 'Edited' });
    return match;
  }
  async function reloadedMatch(itemId = id) {
    const before = await open();
    await compared(before);
    const kept = before.ports.tabStorage.read(MATCH_DRAFT);
    if (!kept) throw new Error('Nothing was kept');
    const ports = createFakePorts();
    ports.tabStorage.write(MATCH_DRAFT, { ...kept, itemId });
    return open(undefined, ports);
  }

  test('is restored after a reload with typed values, and saves from there', async () => {
    const modal = await reloadedMatch();
    const match = modal.state().context.tabs?.match;
    const { chosen, draft, isRestored } = match?.getSnapshot().context ?? {};
    expect([modal.state().context.tab, chosen?.author, draft?.values.title, isRestored]).toEqual([
      'match',
      'A. Writer',
      'Edited',
      true,
    ]);
    modal.subject.send({ type: 'itemEdit.close' });
    modal.subject.send(questionClosed(false));
    expect([modal.questions(), modal.isClosed()]).toEqual([1, false]);
    modal.ports.api.answer(updateItem, patched({ title: 'Edited' }));
    match?.send({ type: 'match.selectAll', isOn: false });
    match?.send({ type: 'match.toggle', field: 'title' });
    match?.send({ type: 'match.check' });
    match?.send({ type: 'match.send' });
    await vi.waitFor(() => expect(modal.state().context.tab).toBe('details'));
    expect(modal.ports.api.inputsOf(updateItem)).toEqual([{ id, change: { metadata: { title: 'Edited' } } }]);
    expect(modal.ports.tabStorage.read(MATCH_DRAFT)).toBeNull();
    modal.ports.api.answer(searchBooks, []);
    modal.ports.api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
    modal.subject.send({ type: 'itemEdit.showTab', tab: 'match' });
    await vi.waitFor(() => expect(match?.getSnapshot().matches({ looking: 'resting' })).toBe(true));
  });

  test('leads back from there to results that are looked for again', async () => {
    const modal = await reloadedMatch();
    modal.ports.api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
    modal.ports.api.answer(searchBooks, [{ title: 'New title' }, { title: 'Another' }]);
    const match = modal.state().context.tabs?.match;
    match?.send({ type: 'match.back' });
    await vi.waitFor(() => expect(match?.getSnapshot().context.results).toHaveLength(2));
    expect(modal.ports.tabStorage.read(MATCH_DRAFT)).toBeNull();
  });

  test('of another item is not restored, nor a discarded one', async () => {
    const modal = await reloadedMatch('another');
    expect(modal.state().context.tab).toBe('details');
    await compared(modal);
    expect(modal.ports.tabStorage.read(MATCH_DRAFT)?.itemId).toBe(id);
    modal.subject.send({ type: 'itemEdit.close' });
    modal.subject.send(questionClosed(true));
    expect([modal.isClosed(), modal.ports.tabStorage.read(MATCH_DRAFT)]).toEqual([true, null]);
  });
});

describe('a cover that is chosen and not set', () => {
  const picture = new File(['x'], 'cover.png', { type: 'image/png' });
  const coverOf = (modal: Awaited<ReturnType<typeof open>>) => {
    const cover = modal.state().context.tabs?.cover;
    if (!cover) throw new Error('No cover');
    return cover;
  };
  /** The page loads once more: tab and browser keep their storage. */
  async function reloadedCover(itemId = id) {
    const before = await open();
    coverOf(before).send({ type: 'cover.pick', file: picture });
    await vi.waitFor(() => expect(before.ports.files.kept.size).toBe(1));
    const kept = before.ports.tabStorage.read(COVER_DRAFT);
    if (!kept) throw new Error('Nothing was kept');
    const ports = createFakePorts({ files: before.ports.files });
    ports.tabStorage.write(COVER_DRAFT, { ...kept, itemId });
    return open(undefined, ports);
  }

  test('is restored after a reload, on its tab, and not kept once undone', async () => {
    const modal = await reloadedCover();
    expect(modal.state().context.tab).toBe('cover');
    await vi.waitFor(() =>
      expect(coverOf(modal).getSnapshot().context.candidate).toEqual({ kind: 'file', file: picture }),
    );
    await vi.waitFor(() => expect([...modal.ports.files.kept.values()]).toEqual([picture]));
    coverOf(modal).send({ type: 'cover.choose', candidate: { kind: 'address', url: 'https://a.example/1.jpg' } });
    await vi.waitFor(() => expect(modal.ports.files.kept.size).toBe(0));
    expect(modal.ports.tabStorage.read(COVER_DRAFT)).toEqual({
      itemId: id,
      candidate: { kind: 'address', url: 'https://a.example/1.jpg' },
    });
    coverOf(modal).send({ type: 'cover.deselect' });
    expect(modal.ports.tabStorage.read(COVER_DRAFT)).toBeNull();
  });

  test('is kept by its name when the browser keeps no files, so that a reload can say so', async () => {
    const modal = await open();
    modal.ports.files.keepNothing();
    coverOf(modal).send({ type: 'cover.pick', file: picture });
    expect(modal.ports.tabStorage.read(COVER_DRAFT)?.candidate.kind).toBe('file');
    modal.ports.files.keptFiles = () => Promise.reject(new Error('offline'));
    coverOf(modal).send({ type: 'cover.deselect' });
    expect(modal.ports.tabStorage.read(COVER_DRAFT)).toBeNull();
  });

  test('is confirmed before the modal closes, and goes with it', async () => {
    const modal = await open();
    coverOf(modal).send({ type: 'cover.pick', file: picture });
    await vi.waitFor(() => expect(modal.ports.files.kept.size).toBe(1));
    modal.subject.send({ type: 'itemEdit.close' });
    modal.subject.send(questionClosed(false));
    expect([modal.questions(), modal.isClosed()]).toEqual([1, false]);
    modal.subject.send({ type: 'itemEdit.close' });
    modal.subject.send(questionClosed(true));
    expect([modal.isClosed(), modal.ports.tabStorage.read(COVER_DRAFT)]).toEqual([true, null]);
    await vi.waitFor(() => expect(modal.ports.files.kept.size).toBe(0));
  });

  test('of another item is not brought back', async () => {
    const modal = await reloadedCover('another');
    expect([modal.state().context.tab, coverOf(modal).getSnapshot().context.candidate]).toEqual(['details', null]);
  });
});

test('a podcast is episodic or serial (ENU-011)', () => {
  expect(PODCAST_TYPES).toEqual(['episodic', 'serial']);
});

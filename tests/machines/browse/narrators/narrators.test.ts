import { expect, test, vi } from 'vitest';
import { selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';
import {
  orderAfter,
  shownNarrators,
  selectHasNoNarrators,
  selectRemoved,
} from '../../../../src/machines/browse/narrators/narrators.logic.ts';
import { narratorsMachine } from '../../../../src/machines/browse/narrators/narrators.machine.ts';
import { renameNarratorMachine } from '../../../../src/machines/browse/narrators/rename-narrator.machine.ts';
import { getItems } from '../../../../src/services/endpoints/item-batch.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { listNarrators, removeNarrator, renameNarrator } from '../../../../src/services/endpoints/library-lists.ts';
import { createHost } from '../../../support/host.ts';
import { bookBody } from '../../../support/item-fixtures.ts';
import { narratedBody, pageBody } from '../../../support/people-fixtures.ts';

const of = (name: string, numBooks: number) => ({ id: name, name, numBooks });
const ann = of('Ann', 2);
const bea = of('Béa', 9);
const whole = (id: string, narrators: readonly string[]) => ({
  ...bookBody,
  id,
  media: { ...bookBody.media, metadata: { ...bookBody.media.metadata, narrators } },
});
/** Two books of Ann: one that she reads alone. */
const before = new Map([
  ['alone', ['Ann']],
  ['both', ['Béa', 'Ann']],
]);
function answerBooks({ api }: ReturnType<typeof createHost>['ports']): void {
  api.answer(listItems, pageBody([narratedBody('alone', 'Ann'), narratedBody('both', 'Béa, Ann')]));
  api.answer(getItems, { libraryItems: [whole('both', ['Béa', 'Ann'])] });
}
const undo = {
  label: { key: 'toasts.undo' },
  to: 'selection',
  event: {
    type: 'selection.run',
    job: { kind: 'restoreNarrators', before },
    picked: [
      { id: 'alone', item: null },
      { id: 'both', item: null },
    ],
  },
};

function open() {
  const host = createHost(narratorsMachine, {
    input: { route: { name: 'libraryNarrators', libraryId: 'L' }, entryKey: 'k', memory: null },
    named: { modals: null, toasts: null },
  });
  host.ports.api.answer(listNarrators, { narrators: [bea, ann] });
  answerBooks(host.ports);
  const state = () => selectDataState(host.subject.getSnapshot());
  const requested = () => host.ports.api.inputsOf(listNarrators).length;
  return { ...host, state, requested };
}

test('a narrator is removed once the question is accepted, the list is refetched, and undo has the books as they were', async () => {
  const { subject, state, requested, receivedBy, ports } = open();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  subject.send({ type: 'narrators.remove', narrator: ann });
  expect(receivedBy('modals')).toMatchObject([
    { modal: 'confirm', tag: 'remove', input: { message: { values: { name: 'Ann', count: 2 } } } },
  ]);
  const closed = { type: 'modal.closed', modal: 'confirm', tag: 'remove' } as const;
  subject.send({ ...closed, output: { accepted: false, checked: false } });
  expect(ports.api.inputsOf(removeNarrator)).toEqual([]);
  subject.send({ type: 'narrators.remove', narrator: ann });
  ports.api.answer(removeNarrator, { updated: 2 });
  subject.send({ ...closed, output: { accepted: true, checked: false } });
  expect(selectRemoved(subject.getSnapshot())).toBe('Ann');
  await vi.waitFor(() => expect(requested()).toBe(2));
  expect(ports.api.inputsOf(removeNarrator)).toEqual([{ libraryId: 'L', narratorId: 'Ann' }]);
  expect(ports.api.inputsOf(listItems)).toMatchObject([{ libraryId: 'L', limit: 0, filter: 'narrators.QW5u' }]);
  expect(ports.api.inputsOf(getItems)).toEqual([{ itemIds: ['both'] }]);
  const report = { kind: 'success', message: { key: 'narrators.removed', values: { name: 'Ann', count: 2 } } };
  expect(receivedBy('toasts')).toMatchObject([{ ...report, action: undo }]);
});

test('a narrator whose books failed to load is not removed', async () => {
  const { subject, state, receivedBy, ports } = open();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  ports.api.refuseOnce(getItems, { kind: 'timeout' });
  subject.send({ type: 'narrators.remove', narrator: ann });
  const output = { accepted: true, checked: false };
  subject.send({ type: 'modal.closed', modal: 'confirm', tag: 'remove', output });
  await vi.waitFor(() =>
    expect(receivedBy('toasts')).toMatchObject([
      { message: { key: 'narrators.notRemoved' }, error: { kind: 'timeout' } },
    ]),
  );
  expect(ports.api.inputsOf(removeNarrator)).toEqual([]);
});

test('a failed removal is reported, and the list stays', async () => {
  const { subject, state, receivedBy, ports } = open();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  ports.api.refuseOnce(removeNarrator, { kind: 'forbidden', message: '' });
  subject.send({ type: 'narrators.remove', narrator: ann });
  subject.send({
    type: 'modal.closed',
    modal: 'confirm',
    tag: 'remove',
    output: { accepted: true, checked: false },
  });
  await vi.waitFor(() =>
    expect(receivedBy('toasts')).toMatchObject([
      {
        kind: 'error',
        message: { key: 'narrators.notRemoved', values: { name: 'Ann' } },
        error: { kind: 'forbidden' },
      },
    ]),
  );
  expect(state()).toBe('shown');
});

test('after a new name the list is refetched, and the number of changed books shows', async () => {
  const { subject, state, requested, receivedBy } = open();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  subject.send({ type: 'narrators.edit', narrator: ann });
  expect(receivedBy('modals')).toMatchObject([
    { modal: 'renameNarrator', input: { libraryId: 'L', narrator: ann, others: ['Béa'] } },
  ]);
  subject.send({
    type: 'modal.closed',
    modal: 'renameNarrator',
    tag: 'rename',
    output: { name: 'Anna', updated: 2, before },
  });
  await vi.waitFor(() => expect(requested()).toBe(2));
  expect(receivedBy('toasts')).toMatchObject([
    { message: { key: 'narrators.renamed', values: { name: 'Anna', count: 2 } }, action: undo },
  ]);
});

test('a failed load is retried, and changed items refetch', async () => {
  const { subject, state, ports, requested } = open();
  ports.api.refuseOnce(listNarrators, { kind: 'timeout' });
  await vi.waitFor(() => expect(state()).toBe('failed'));
  subject.send({ type: 'page.retry' });
  await vi.waitFor(() => expect(state()).toBe('shown'));
  ports.api.answer(listNarrators, { narrators: [] });
  subject.send({ type: 'server.item.removed', item: { id: 'x' } });
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(selectHasNoNarrators(subject.getSnapshot())).toBe(true));
  expect(requested()).toBe(3);
});

test('orders and finds: accents and letter case aside, as many books by name', () => {
  const all = [of('bob', 2), bea, ann];
  const names = (...args: [Parameters<typeof shownNarrators>[1], string]) =>
    shownNarrators(all, ...args).map(({ name }) => name);
  expect(names({ sort: 'name', isDescending: false }, '')).toEqual(['Ann', 'Béa', 'bob']);
  expect(names({ sort: 'numBooks', isDescending: true }, '')).toEqual(['Béa', 'Ann', 'bob']);
  expect(names({ sort: 'name', isDescending: true }, ' B')).toEqual(['bob', 'Béa']);
  expect(names({ sort: 'name', isDescending: false }, 'BEA')).toEqual(['Béa']);
  const byName = { sort: 'name', isDescending: false } as const;
  expect(orderAfter(byName, 'name')).toEqual({ sort: 'name', isDescending: true });
  expect(orderAfter(byName, 'numBooks')).toEqual({ sort: 'numBooks', isDescending: true });
});

test('another name is saved trimmed; a failed one stays for a retry', async () => {
  const host = createHost(renameNarratorMachine, {
    input: { libraryId: 'L', narrator: ann, others: [] },
  });
  const { subject, ports } = host;
  subject.send({ type: 'narrator.change', name: '  ' });
  subject.send({ type: 'narrator.submit' });
  expect(ports.api.calls).toEqual([]);
  answerBooks(ports);
  ports.api.refuseOnce(renameNarrator, { kind: 'timeout' });
  subject.send({ type: 'narrator.change', name: ' Anna ' });
  subject.send({ type: 'narrator.submit' });
  await vi.waitFor(() => expect(subject.getSnapshot().context.error).toEqual({ kind: 'timeout' }));
  expect(subject.getSnapshot().context.name).toBe(' Anna ');
  ports.api.answer(renameNarrator, { updated: 2 });
  subject.send({ type: 'narrator.submit' });
  await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
  expect(subject.getSnapshot().output).toEqual({ name: 'Anna', updated: 2, before });
  expect(ports.api.inputsOf(renameNarrator)).toEqual([
    { libraryId: 'L', narratorId: 'Ann', name: 'Anna' },
    { libraryId: 'L', narratorId: 'Ann', name: 'Anna' },
  ]);
});

test('the same name saves nothing', () => {
  const { subject, ports } = createHost(renameNarratorMachine, {
    input: { libraryId: 'L', narrator: ann, others: [] },
  });
  subject.send({ type: 'narrator.submit' });
  expect([subject.getSnapshot().output, ports.api.calls]).toEqual([null, []]);
});

test('requests again on a refresh: while loading, after a failure, and in view', async () => {
  const { subject, state, ports, requested } = open();
  ports.api.defer(listNarrators);
  await vi.waitFor(() => expect(requested()).toBe(1));
  ports.api.refuseOnce(listNarrators, { kind: 'timeout' });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(state()).toBe('failed'));
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(state()).toBe('shown'));
  ports.api.answer(listNarrators, { narrators: [ann] });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(subject.getSnapshot().context.narrators.items).toEqual([ann]));
  expect(requested()).toBe(4);
});

test('shows those whose names have a text, in the order that is chosen', async () => {
  const { subject, state } = open();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  const shown = () => {
    const { narrators, order, text } = subject.getSnapshot().context;
    return shownNarrators(narrators.items, order, text).map(({ name }) => name);
  };
  expect(shown()).toEqual(['Ann', 'Béa']);
  subject.send({ type: 'narrators.sort', sort: 'numBooks' });
  expect(shown()).toEqual(['Béa', 'Ann']);
  subject.send({ type: 'narrators.filter', text: 'an' });
  expect(shown()).toEqual(['Ann']);
});

test('one question at a time, and the next one after it, whatever the result', async () => {
  const { subject, state, receivedBy, requested, ports } = open();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  const opened = () => receivedBy('modals').map((event) => (event as { modal?: string }).modal);
  const answer = (accepted: boolean) =>
    subject.send({ type: 'modal.closed', modal: 'confirm', tag: 'remove', output: { accepted, checked: false } });
  subject.send({ type: 'narrators.edit', narrator: ann });
  subject.send({ type: 'narrators.remove', narrator: bea });
  expect(opened()).toEqual(['renameNarrator']);
  subject.send({ type: 'modal.closed', modal: 'renameNarrator', tag: 'rename', output: null });
  expect(subject.getSnapshot().value).toEqual({ shown: 'resting' });
  subject.send({ type: 'narrators.remove', narrator: bea });
  answer(false);
  expect([subject.getSnapshot().value, receivedBy('toasts')]).toEqual([{ shown: 'resting' }, []]);
  for (const refused of [true, false]) {
    if (refused) ports.api.refuseOnce(removeNarrator, { kind: 'network' });
    else ports.api.answerOnce(removeNarrator, { updated: 2 });
    subject.send({ type: 'narrators.remove', narrator: bea });
    answer(true);
    subject.send({ type: 'narrators.edit', narrator: ann });
    expect([subject.getSnapshot().value, selectRemoved(subject.getSnapshot())]).toEqual([{ shown: 'removing' }, 'Béa']);
    await vi.waitFor(() => expect(subject.getSnapshot().value).toEqual({ shown: 'resting' }));
    expect([selectRemoved(subject.getSnapshot()), subject.getSnapshot().context.subject]).toEqual([null, null]);
  }
  expect(opened()).toEqual(['renameNarrator', 'confirm', 'confirm', 'confirm']);
  await vi.waitFor(() => expect(requested()).toBe(2));
  subject.send({ type: 'narrators.edit', narrator: ann });
  subject.send({
    type: 'modal.closed',
    modal: 'renameNarrator',
    tag: 'rename',
    output: { name: 'A', updated: 0, before: new Map() },
  });
  expect(subject.getSnapshot().value).toEqual({ shown: 'resting' });
  expect(receivedBy('toasts').at(-1)).toEqual({
    type: 'toasts.show',
    id: 'narrators',
    kind: 'success',
    message: { key: 'narrators.renamed', values: { name: 'A', count: 0 } },
  });
});

test('a cancelled new name changes nothing', () => {
  const { subject, ports } = createHost(renameNarratorMachine, {
    input: { libraryId: 'L', narrator: ann, others: [] },
  });
  subject.send({ type: 'narrator.change', name: 'Anna' });
  subject.send({ type: 'narrator.cancel' });
  expect([subject.getSnapshot().status, subject.getSnapshot().output, ports.api.calls]).toEqual(['done', null, []]);
});

test('a name is saved once, and typing clears an error', async () => {
  const { subject, ports } = createHost(renameNarratorMachine, {
    input: { libraryId: 'L', narrator: ann, others: [] },
  });
  answerBooks(ports);
  ports.api.refuseOnce(renameNarrator, { kind: 'timeout' });
  subject.send({ type: 'narrator.change', name: 'Anna' });
  subject.send({ type: 'narrator.submit' });
  subject.send({ type: 'narrator.cancel' });
  subject.send({ type: 'narrator.change', name: 'Other' });
  expect([subject.getSnapshot().value, subject.getSnapshot().context.name]).toEqual(['saving', 'Anna']);
  await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('editing'));
  subject.send({ type: 'narrator.change', name: 'Anne' });
  expect(subject.getSnapshot().context).toMatchObject({ name: 'Anne', error: null });
});

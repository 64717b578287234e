import { expect, test, vi } from 'vitest';
import { renameSeriesMachine } from '../../../../src/machines/browse/series/rename-series.machine.ts';
import { getFilterData } from '../../../../src/services/endpoints/libraries.ts';
import { searchLibrary, updateSeries } from '../../../../src/services/endpoints/library-lists.ts';
import { createHost } from '../../../support/host.ts';
import { oneSeries } from '../../../support/people-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const names = recording('libraries/filterdata').response.body as { series: { id: string; name: string }[] };
const other = { ...oneSeries, id: 'other', name: 'Other' };

function open({ listed = [] as object[], found = [] as object[] } = {}) {
  const host = createHost(renameSeriesMachine, { input: { series: oneSeries } });
  const { api } = host.ports;
  api.answer(getFilterData, { ...names, series: [{ id: oneSeries.id, name: 'An old name' }, ...listed] });
  api.answer(searchLibrary, { series: found.map((series) => ({ series, books: [] })) });
  api.answer(updateSeries, ({ change }: { change: object }) => ({ ...oneSeries, ...change }));
  const form = () => host.subject.getSnapshot().children.form?.getSnapshot().context;
  const submit = (name: string) => {
    const { form: ref } = host.subject.getSnapshot().children;
    ref?.send({ type: 'form.change', field: 'name', value: name });
    ref?.send({ type: 'form.submit' });
  };
  const isClosed = () => vi.waitFor(() => expect(host.subject.getSnapshot().status).toBe('done'));
  return { ...host, api, form, submit, isClosed, output: () => host.subject.getSnapshot().output };
}

test('renames the series, without spaces around its name', async () => {
  const dialog = open();
  dialog.submit('  A new name ');
  await dialog.isClosed();
  expect(dialog.api.inputsOf(updateSeries)).toEqual([{ id: oneSeries.id, change: { name: 'A new name' } }]);
  expect(dialog.output()).toMatchObject({ id: oneSeries.id, name: 'A new name' });
});

test.each([
  ['the names to filter by', { listed: [{ id: 'other', name: 'other' }] }],
  ['a search', { found: [other] }],
])('never sends a name that another series has, known from %s: server 2.26.0 would end', async (_, known) => {
  const dialog = open(known);
  dialog.submit('Other');
  await vi.waitFor(() => expect(dialog.form()?.problems).toEqual({ name: 'nameTaken' }));
  expect(dialog.api.inputsOf(updateSeries)).toEqual([]);
  expect(dialog.subject.getSnapshot().status).toBe('active');
});

test('does not send a name while it is unknown whether it is taken', async () => {
  const dialog = open();
  dialog.api.refuse(searchLibrary, { kind: 'timeout' });
  dialog.submit('Other');
  await vi.waitFor(() => expect(dialog.form()?.error).toEqual({ kind: 'timeout' }));
  expect([dialog.form()?.problems, dialog.api.inputsOf(updateSeries)]).toEqual([{}, []]);
});

test('a server that refuses the name says so at its field', async () => {
  const dialog = open();
  const error = { kind: 'rejected', status: 400, message: 'Series name is already in use' } as const;
  dialog.api.refuse(updateSeries, error);
  dialog.submit('Other');
  await vi.waitFor(() => expect(dialog.form()?.problems).toEqual({ name: 'nameTaken' }));
});

test('needs a name; an unchanged one closes it without a request', async () => {
  const dialog = open();
  dialog.submit('  ');
  expect(dialog.form()?.problems).toEqual({ name: 'nameMissing' });
  dialog.submit(oneSeries.name);
  await dialog.isClosed();
  expect([dialog.api.inputsOf(searchLibrary), dialog.output()]).toEqual([[], null]);
});

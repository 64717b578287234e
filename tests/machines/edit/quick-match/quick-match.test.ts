import { waitFor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { resultOfBook } from '../../../../src/machines/edit/item-edit/match-result.logic.ts';
import { previewRows, selectProvidersState } from '../../../../src/machines/edit/quick-match/quick-match.logic.ts';
import { quickMatchMachine } from '../../../../src/machines/edit/quick-match/quick-match.machine.ts';
import { getLibraryWithFilterData } from '../../../../src/services/endpoints/libraries.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { getItems } from '../../../../src/services/endpoints/item-batch.ts';
import { listSearchProviders, searchBooks } from '../../../../src/services/endpoints/provider-search.ts';
import { batchBook } from '../../../support/batch-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const whole = recording('libraries/one-filterdata').response.body as { library: { provider: string } };

function open(libraryAnswer: unknown = whole) {
  const host = createHost(quickMatchMachine, {
    input: { ids: ['a', 'b', 'c', 'd'], libraryId: 'library', mediaType: 'book' },
  });
  host.ports.api.answer(getLibraryWithFilterData, libraryAnswer);
  const place = () => selectProvidersState(host.subject.getSnapshot());
  return {
    ...host,
    place,
    context: () => host.subject.getSnapshot().context,
    until: (wanted: string) =>
      waitFor(host.subject, (state) => selectProvidersState(state) === wanted, { timeout: 1000 }),
  };
}

test('starts with both overrides (SEL-033, SEL-034, CON-102)', async () => {
  const { context, until } = open();
  await until('ready');
  expect(context()).toMatchObject({ overrideDetails: true, overrideCover: true });
});

test('starts with the provider of the library (SEL-032); the answer is the choice', async () => {
  const { subject, context, until } = open();
  await until('ready');
  expect(context().provider).toBe(whole.library.provider);
  subject.send({ type: 'quickMatch.choose', provider: 'audible.de' });
  subject.send({ type: 'quickMatch.setOverride', field: 'overrideCover', isOn: false });
  subject.send({ type: 'quickMatch.accept' });
  expect(subject.getSnapshot().output).toEqual({
    options: { provider: 'audible.de', overrideDetails: true, overrideCover: false },
  });
});

test('the providers that an administrator added for this kind of media are among them', async () => {
  const custom = [
    { id: '1', name: 'Our catalogue', slug: 'custom-1', mediaType: 'book' },
    { id: '2', name: 'Our podcasts', slug: 'custom-2', mediaType: 'podcast' },
  ];
  const { ports, context, until } = open({ ...whole, customMetadataProviders: custom });
  await until('ready');
  const values = context().providers.map(({ value }) => value);
  expect([values.includes('custom-1'), values.includes('custom-2'), values.includes('google')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(ports.api.inputsOf(listSearchProviders)).toEqual([]);
});

test('a provider that is added or removed elsewhere is so in the list; without the chosen one it previews another (EVT-041, EVT-042)', async () => {
  const { subject, ports, context, until } = open();
  await until('ready');
  const before = context().providers;
  const provider = { id: 'x', name: 'Mine', slug: 'custom-x' };
  subject.send({ type: 'server.customProvider.added', provider: { ...provider, mediaType: 'podcast' } });
  expect(context().providers).toEqual(before);
  subject.send({ type: 'server.customProvider.added', provider });
  expect(context().providers).toEqual([...before, { value: 'custom-x', name: 'Mine' }]);
  subject.send({ type: 'quickMatch.choose', provider: 'custom-x' });
  await waitFor(subject, (state) => state.matches({ choosing: 'shown' }), { timeout: 1000 });
  subject.send({ type: 'server.customProvider.removed', provider: { ...provider, slug: 'custom-y' } });
  expect(subject.getSnapshot().matches({ choosing: 'shown' })).toBe(true);
  const previews = ports.api.inputsOf(getItems).length;
  subject.send({ type: 'server.customProvider.removed', provider });
  expect([context().providers, context().provider]).toEqual([before, before[0]?.value]);
  await waitFor(subject, (state) => state.matches({ choosing: 'shown' }), { timeout: 1000 });
  expect(ports.api.inputsOf(getItems)).toHaveLength(previews + 1);
});

test('a newer server lists its providers itself', async () => {
  const { customMetadataProviders: _gone, ...newer } = { customMetadataProviders: [], ...whole };
  const { ports, context, until } = open(newer);
  ports.api.answer(listSearchProviders, {
    providers: { books: [{ value: 'hardcover', text: 'Hardcover' }], podcasts: [{ value: 'itunes', text: 'iTunes' }] },
  });
  await until('ready');
  expect([context().providers, context().provider]).toEqual([[{ value: 'hardcover', name: 'Hardcover' }], 'hardcover']);
});

test('only an offered provider can be chosen; overrides can be set before they load', async () => {
  const { subject, context, until } = open();
  subject.send({ type: 'quickMatch.setOverride', field: 'overrideDetails', isOn: false });
  subject.send({ type: 'quickMatch.accept' });
  expect(subject.getSnapshot().status).toBe('active');
  await until('ready');
  subject.send({ type: 'quickMatch.choose', provider: 'nobody' });
  expect(context()).toMatchObject({ provider: whole.library.provider, overrideDetails: false, overrideCover: true });
});

test('a failure is reported and retried; closing answers nothing', async () => {
  const { ports, subject, context, until } = open();
  ports.api.refuse(getLibraryWithFilterData, { kind: 'network' });
  await until('failed');
  expect(context().error).toEqual({ kind: 'network' });
  ports.api.answer(getLibraryWithFilterData, whole);
  subject.send({ type: 'quickMatch.retry' });
  await until('ready');
  expect(context().error).toBe(null);
  subject.send({ type: 'quickMatch.cancel' });
  expect(subject.getSnapshot().output).toEqual({ options: null });
});

describe('the preview', () => {
  const book = batchBook('a', { title: 'Old', subtitle: null });
  const title = 'New';

  test('looks up the first three items with the chosen provider, again when another one is chosen', async () => {
    const { subject, ports, context, until } = open();
    ports.api.answer(getItems, { libraryItems: [book] });
    ports.api.answer(searchBooks, [{ title }]);
    await until('ready');
    await waitFor(subject, (state) => state.context.previewed !== null, { timeout: 1000 });
    expect(ports.api.inputsOf(getItems)).toEqual([{ itemIds: ['a', 'b', 'c'] }]);
    expect(context().previewed?.map(({ match }) => match?.title)).toEqual([title]);
    ports.api.answer(searchBooks, []);
    subject.send({ type: 'quickMatch.choose', provider: 'audible.de' });
    expect(context().previewed).toBeNull();
    await waitFor(subject, (state) => state.context.previewed !== null, { timeout: 1000 });
    expect(context().previewed?.map(({ match }) => match)).toEqual([null]);
    expect(ports.api.inputsOf(searchBooks).at(-1)).toMatchObject({ provider: 'audible.de' });
  });

  test('a failure differs from no results, and a match can start anyway', async () => {
    const { subject, ports, context, until } = open();
    ports.api.answer(getItems, { libraryItems: [book] });
    ports.api.refuse(searchBooks, { kind: 'timeout' });
    await until('ready');
    await waitFor(subject, (state) => state.context.previewError !== null, { timeout: 1000 });
    expect([context().previewError, context().previewed]).toEqual([{ kind: 'timeout' }, null]);
    subject.send({ type: 'quickMatch.accept' });
    expect(subject.getSnapshot().status).toBe('done');
  });

  test.each([
    ['all that differs', { overrideDetails: true, overrideCover: true }, ['cover', 'title', 'subtitle']],
    ['empty details only, and no cover that is there', { overrideDetails: false, overrideCover: false }, ['subtitle']],
    ['empty details, and the cover', { overrideDetails: false, overrideCover: true }, ['cover', 'subtitle']],
  ])('shows %s with %j', (_, options, fields) => {
    const whole = z.parse(getItems.output, { libraryItems: [book] }).libraryItems.items[0];
    if (!whole) throw new Error('The fixture does not parse');
    const item = { ...whole, media: { ...whole.media, coverPath: '/cover.jpg' } } as typeof whole;
    const match = resultOfBook({ title, subtitle: 'Sub', cover: 'https://a.example/1.jpg' } as never);
    expect(previewRows({ item, match }, options).map(({ field }) => field)).toEqual(fields);
    expect(previewRows({ item, match: null }, options)).toEqual([]);
  });
});

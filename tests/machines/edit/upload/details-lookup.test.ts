import { describe, expect, test, vi } from 'vitest';
import { detailsLookupMachine } from '../../../../src/machines/edit/upload/details-lookup.machine.ts';
import { getLibraryWithFilterData } from '../../../../src/services/endpoints/libraries.ts';
import { searchBooks } from '../../../../src/services/endpoints/provider-search.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

describe('the lookup of details', () => {
  const books = [1, 2].map((key) => ({ key, title: `Title ${key}`, author: 'Ann' }));
  function lookUp() {
    const ports = createFakePorts();
    ports.api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body as object);
    const host = createHost(detailsLookupMachine, { input: { libraryId: 'l' }, ports });
    const report = (count: number) => vi.waitFor(() => expect(host.parentEvents).toHaveLength(count));
    return { ...host, report, state: () => host.subject.getSnapshot() };
  }

  test('requests one after the other, also those before the services load, and continues after a failure', async () => {
    const page = lookUp();
    expect(page.state().hasTag('busy')).toBe(true);
    page.subject.send({ type: 'lookUp.ask', rows: books });
    page.ports.api.refuseOnce(searchBooks, { kind: 'timeout' });
    page.ports.api.answer(searchBooks, [{ title: 'The Book', author: null, series: [{ series: 'All' }] }]);
    await page.report(2);
    expect(page.parentEvents).toEqual([
      { type: 'lookUp.failed', key: 1 },
      { type: 'lookUp.found', key: 2, fields: { title: 'The Book', author: '', series: 'All' } },
    ]);
    expect(page.ports.api.inputsOf(searchBooks)).toEqual(
      books.map(({ title, author }) => ({ provider: 'google', title, author })),
    );
    page.subject.send({ type: 'lookUp.setProvider', provider: 'itunes' });
    page.ports.api.answer(searchBooks, []);
    page.subject.send({ type: 'lookUp.ask', rows: books.slice(0, 1) });
    await page.report(3);
    expect(page.parentEvents[2]).toEqual({ type: 'lookUp.found', key: 1, fields: null });
    expect(page.ports.api.inputsOf(searchBooks)[2]).toMatchObject({ provider: 'itunes' });
    expect([page.state().value, page.state().context.requested]).toEqual([{ ready: 'resting' }, []]);
  });

  test('offers a provider that is added elsewhere, and none that is removed (EVT-041, EVT-042)', async () => {
    const page = lookUp();
    await vi.waitFor(() => expect(page.state().matches('ready')).toBe(true));
    const before = page.state().context.providers;
    const provider = { id: 'x', name: 'Mine', slug: 'custom-x' };
    page.subject.send({ type: 'server.customProvider.added', provider });
    expect(page.state().context.providers).toEqual([...before, { value: 'custom-x', name: 'Mine' }]);
    page.subject.send({ type: 'lookUp.setProvider', provider: 'custom-x' });
    page.subject.send({ type: 'server.customProvider.removed', provider });
    expect([page.state().context.providers, page.state().context.provider]).toEqual([before, before[0]?.value]);
  });

  test('reports that all have no service, until the services load', async () => {
    const page = lookUp();
    page.ports.api.refuseOnce(getLibraryWithFilterData, { kind: 'network' });
    page.subject.send({ type: 'lookUp.ask', rows: books });
    await page.report(2);
    expect(page.parentEvents).toEqual(books.map(({ key }) => ({ type: 'lookUp.failed', key })));
    expect([page.state().hasTag('failed'), page.state().context.requested]).toEqual([true, []]);
    page.subject.send({ type: 'lookUp.retry' });
    expect(page.state().hasTag('busy')).toBe(true);
    await vi.waitFor(() => expect(page.state().value).toEqual({ ready: 'resting' }));
    expect(page.ports.api.inputsOf(searchBooks)).toEqual([]);
  });
});

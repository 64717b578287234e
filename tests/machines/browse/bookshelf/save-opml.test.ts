import { resolveObjectURL } from 'node:buffer';
import { waitFor } from 'xstate';
import { expect, test, vi } from 'vitest';
import { bookshelfMachine } from '../../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { exportOpml } from '../../../../src/services/endpoints/podcasts.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const feeds = recording('libraries/opml').response.body as string;

async function open() {
  const host = createHost(bookshelfMachine, {
    input: { route: { name: 'bookshelf', libraryId: 'L' }, entryKey: 'k', memory: null, stored: null },
    named: { preferences: preferencesMachine, router: null, toasts: null },
  });
  host.ports.api.answer(listItems, { results: [], total: 0, limit: 48, page: 0 });
  await waitFor(host.subject.getSnapshot().context.list, (state) => state.matches('empty'), { timeout: 1000 });
  return host;
}

test('saves the feeds of the library under its name', async () => {
  const { subject, ports } = await open();
  ports.api.answer(exportOpml, feeds);
  subject.send({ type: 'bookshelf.saveOpml', name: 'News: a/b' });
  await vi.waitFor(() => expect(ports.page.shown.named).toEqual(['News- a-b.opml']));
  const [url = ''] = ports.page.shown.downloaded;
  expect(await resolveObjectURL(url)?.text()).toBe(feeds);
  expect(ports.api.inputsOf(exportOpml)).toEqual([{ libraryId: 'L' }]);
});

test('says why exporting the feeds failed, and retries', async () => {
  const { subject, ports, receivedBy } = await open();
  ports.api.refuseOnce(exportOpml, { kind: 'timeout' });
  subject.send({ type: 'bookshelf.saveOpml', name: 'Podcasts' });
  await vi.waitFor(() =>
    expect(receivedBy('toasts')).toMatchObject([
      { kind: 'error', message: { key: 'bookshelf.opmlFailed' }, error: { kind: 'timeout' } },
    ]),
  );
  expect(ports.page.shown.downloaded).toEqual([]);
  ports.api.answer(exportOpml, feeds);
  subject.send({ type: 'bookshelf.saveOpml', name: 'Podcasts' });
  await vi.waitFor(() => expect(ports.page.shown.named).toEqual(['Podcasts.opml']));
});

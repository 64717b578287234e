import { expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { uploadMachine } from '../../../../src/machines/edit/upload/upload.machine.ts';
import { selectUploadState } from '../../../../src/machines/edit/upload/upload.selectors.ts';
import { uploadsMachine } from '../../../../src/machines/edit/upload/uploads.machine.ts';
import type { UploadsOpen } from '../../../../src/machines/edit/upload/upload-visit.protocol.ts';
import { listLibraries } from '../../../../src/services/endpoints/libraries.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { libraryOf } from '../../../support/library-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const libraries = recording('libraries/list').response.body as { libraries: { id: string; mediaType: string }[] };
const input = { route: { name: 'upload' }, entryKey: 'k', memory: null } as const;

function start() {
  const ports = createFakePorts();
  ports.api.answer(listLibraries, libraries);
  const host = createHost(uploadMachine, {
    input,
    ports,
    named: { background: null, uploads: null },
  });
  const opened = () => host.receivedBy('background') as UploadsOpen[];
  return {
    ...host,
    opened,
    error: () => host.subject.getSnapshot().context.error,
    isAt: (state: string) => vi.waitFor(() => expect(selectUploadState(host.subject.getSnapshot())).toBe(state)),
    counts: () => opened().map(({ data }) => data.libraries.items.length),
  };
}

test('says that the libraries did not load, and loads them again', async () => {
  const page = start();
  page.ports.api.refuse(listLibraries, { kind: 'network' });
  await page.isAt('failed');
  expect(page.error()).toEqual({ kind: 'network' });
  page.ports.api.answer(listLibraries, { libraries: [] });
  page.subject.send({ type: 'page.retry' });
  expect(selectUploadState(page.subject.getSnapshot())).toBe('loading');
  await page.isAt('unavailable');
  expect(page.opened()).toEqual([]);
  page.ports.api.answer(listLibraries, libraries);
  page.subject.send({ type: 'server.library.added', library: libraryOf({ id: 'n' }) });
  page.ports.clock.advance(300);
  await page.isAt('ready');
  expect(page.counts()).toEqual([libraries.libraries.length]);
});

test('opens the uploads, and they know when it is left', async () => {
  const ports = createFakePorts();
  ports.api.answer(listLibraries, libraries);
  const host = createHost(
    createMachine({
      initial: 'visible',
      states: {
        visible: { invoke: { src: uploadMachine, id: 'page', input }, on: { 'page.close': 'gone' } },
        gone: {},
      },
    }),
    { ports, named: { background: null, uploads: null } },
  );
  await vi.waitFor(() =>
    expect(host.receivedBy('background')).toMatchObject([{ type: 'uploads.open', logic: uploadsMachine }]),
  );
  expect(host.receivedBy('uploads')).toEqual([]);
  host.subject.send({ type: 'page.close' });
  expect(host.receivedBy('uploads')).toEqual([{ type: 'uploads.left' }]);
});

test.each([
  ['it is read again', { type: 'page.refresh', again: true }],
  ['a library is deleted', { type: 'server.library.removed', library: { id: 'x' } }],
] as const)('has the libraries as they are once %s', async (_, event) => {
  const page = start();
  await page.isAt('ready');
  page.ports.api.answer(listLibraries, { libraries: libraries.libraries.slice(0, 1) });
  page.subject.send(event);
  page.ports.clock.advance(300);
  await vi.waitFor(() => expect(page.counts()).toEqual([libraries.libraries.length, 1]));
  expect(page.ports.api.inputsOf(listLibraries)).toHaveLength(2);
});

test('a provider that is added or removed elsewhere reaches the uploads (EVT-041, EVT-042)', async () => {
  const page = start();
  await page.isAt('ready');
  const provider = { id: 'x', name: 'Mine', slug: 'custom-x' };
  for (const type of ['server.customProvider.added', 'server.customProvider.removed'] as const) {
    page.subject.send({ type, provider });
    expect(page.receivedBy('uploads').at(-1)).toEqual({ type, provider });
  }
});

import { fromTransition } from 'xstate';
import { expect, vi } from 'vitest';
import { readerMachine } from '../../src/machines/reader/reader.machine.ts';
import { selectReaderPlace } from '../../src/machines/reader/reader.selectors.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { createFakePorts, type FakePorts } from './fakes/ports.ts';
import { createHost } from './host.ts';
import { bookBody } from './item-fixtures.ts';
import { ebookBody } from './reader-fixtures.ts';

/** The machine of the reader with a book of this format open, by a fake engine. */
export async function openReader(format: string, ports: FakePorts = createFakePorts()) {
  ports.api.answer(getItem, ebookBody(format));
  const progress = fromTransition((state) => state, { entries: {}, userId: 'u' });
  const host = createHost(readerMachine, {
    input: { itemId: bookBody.id, ino: null },
    ports,
    named: { modals: null, toasts: null, auth: null, progress },
  });
  host.subject.send({ type: 'reader.attach', surface: {} as HTMLElement });
  await vi.waitFor(() => expect(selectReaderPlace(host.subject.getSnapshot())).toBe('reading'));
  return { ...host, context: () => host.subject.getSnapshot().context };
}

import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { LedgerRef } from '../../../src/machines/playback/progress/ledger.machine.ts';
import type { PendingChangesRef } from '../../../src/machines/playback/pending-changes/pending-changes.machine.ts';
import { createBookmark } from '../../../src/services/endpoints/account.ts';
import { ping } from '../../../src/services/endpoints/server.ts';
import { syncSession } from '../../../src/services/endpoints/playback.ts';
import { openClient } from '../../support/dom/client.tsx';
import { recorder } from '../../support/host.ts';
import { BOOK, openedBook } from '../../support/player-fixtures.ts';
import { startRoot } from '../../support/roots.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../support/unbuilt.ts';

takeOutUnbuiltPage();

async function open() {
  const client = openClient(UNBUILT.path);
  await screen.findByRole('main');
  const named = <Ref,>(name: string) => client.app.system.get(name) as Ref;
  await waitFor(() => expect(named('pendingChanges')).toBeDefined());
  return { ...client, changes: named<PendingChangesRef>('pendingChanges'), ledger: named<LedgerRef>('ledger') };
}

const bookmark = { libraryItemId: 'book', time: 12, title: 'A clue', createdAt: 1 };
const WAITING = 'One change is saved on this device. It is sent when the server answers.';
const OFFLINE =
  'You’re offline. Your place and one change are saved on this device. Some things won’t load until you’re back online.';
const REFUSED = 'Couldn’t save: the server refused (403). Your place is saved on this device.';

describe('a change that the server has not confirmed', () => {
  test('is named while changes are pending, until they are sent', async () => {
    const { changes, ports } = await open();
    ports.api.refuse(createBookmark, { kind: 'network' });
    act(() =>
      changes.send({ type: 'pendingChanges.add', body: { kind: 'bookmark', job: { kind: 'create', bookmark } } }),
    );
    expect(await screen.findByText(WAITING)).toBeDefined();
    ports.api.answer(createBookmark, bookmark);
    act(() => ports.clock.advance(1000));
    await waitFor(() => expect(screen.queryByText(WAITING)).toBe(null));
  });

  test('is named in the offline message', async () => {
    const { changes, ports } = await open();
    ports.api.refuse(createBookmark, { kind: 'network' });
    act(() => {
      ports.page.setOnline(false);
      changes.send({ type: 'pendingChanges.add', body: { kind: 'bookmark', job: { kind: 'create', bookmark } } });
    });
    expect(await screen.findByText(OFFLINE)).toBeDefined();
    expect(screen.queryByText(WAITING)).toBe(null);
  });

  test('shows as being saved after more than two seconds', async () => {
    const { changes, ports } = await open();
    const answer = ports.api.defer(createBookmark);
    act(() =>
      changes.send({ type: 'pendingChanges.add', body: { kind: 'bookmark', job: { kind: 'create', bookmark } } }),
    );
    act(() => ports.clock.advance(1999));
    const early = screen.queryByText('Saving…');
    act(() => ports.clock.advance(1));
    expect([early, await screen.findByText('Saving…')]).toEqual([null, expect.anything()]);
    act(() => answer.resolve(bookmark));
    await waitFor(() => expect(screen.queryByText('Saving…')).toBe(null));
  });

  test('is named with the answer of a server that refuses listening progress', async () => {
    const { ledger, ports } = await open();
    ports.api.refuse(syncSession, { kind: 'forbidden', message: '' });
    act(() => {
      ledger.send({
        type: 'ledger.open',
        session: openedBook({ id: 's1' }).session,
        media: BOOK,
        device: 'here',
        hasRow: true,
        time: 0,
        replyTo: startRoot(createActor(recorder)),
      });
      ledger.send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
      ledger.send({ type: 'ledger.save', sessionId: 's1', isLast: false });
    });
    expect(await screen.findByText(REFUSED)).toBeDefined();
  });
});

test('without the server one line says what is safe, in place of the notice about live updates', async () => {
  const { app, ports } = await open();
  const LIVE = 'Live updates can’t connect. Retrying…';
  act(() =>
    app.system.get('toasts').send({ type: 'toasts.show', id: 'socket', kind: 'error', message: { text: LIVE } }),
  );
  expect(await screen.findByText(LIVE)).toBeDefined();
  ports.api.refuse(ping, { kind: 'network' });
  act(() => ports.api.notifyReach(false));
  expect(
    await screen.findByText('Can’t reach the server. Your place is saved on this device. Retrying…'),
  ).toBeDefined();
  expect(screen.queryByText(LIVE)).toBe(null);
});

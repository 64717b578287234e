import { describe, expect, test, vi } from 'vitest';
import type { BookmarksEvent } from '../../../../src/machines/playback/player/bookmarks.machine.ts';
import type { MenusRef } from '../../../../src/machines/app/modals/menus.machine.ts';
import type { ProgressRef } from '../../../../src/machines/playback/progress/progress.machine.ts';
import type { ToastsRef } from '../../../../src/machines/app/toasts.machine.ts';
import { getPendingChanges } from '../../../../src/machines/kit/system.ts';
import { bookmarksOf } from '../../../../src/machines/playback/player/bookmarks.logic.ts';
import { formatMoment } from '../../../../src/machines/kit/moment.logic.ts';
import { createBookmark, deleteBookmark, updateBookmark } from '../../../../src/services/endpoints/account.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { getMe } from '../../../../src/services/endpoints/me.ts';
import { BOOK } from '../../../support/player-fixtures.ts';
import { ACCOUNT, startClient } from '../../../support/whole-client.ts';
import { transportOf } from '../../../support/state-values.ts';

const ID = BOOK.libraryItemId;
const at = (time: number, title: string) => ({ libraryItemId: ID, time, title, createdAt: 1 });

const ADD_NOTE = { key: 'bookmarks.addNote' };

/** The whole client, playing a book with a bookmark at 40 s, with the dialog open. */
async function openDialog() {
  const account = (bookmarks: object[]) => ({ ...ACCOUNT.user, bookmarks });
  const client = await startClient('/account', ({ api }) => {
    api.answer(authorize, { ...ACCOUNT, user: account([at(40, 'Old')]) });
    api.answer(getMe, account([at(40, 'Old')]));
    api.answer(createBookmark, at(0, 'x'));
    api.answer(updateBookmark, at(0, 'x'));
    api.answer(deleteBookmark, 'OK');
  });
  await client.play();
  const { app, player, progress, ports } = client;
  const menus = app.system.get('menus') as MenusRef;
  const ref = () => player.getSnapshot().children.bookmarks;
  const toasts = () => (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
  const send = (event: BookmarksEvent) => ref()?.send(event);
  const open = () => {
    send({ type: 'bookmarks.reset' });
    menus.send({ type: 'menus.open', id: 'player-bookmarks' });
  };
  open();
  return {
    ...client,
    api: ports.api,
    send,
    open,
    isOpen: () => menus.getSnapshot().context.openId === 'player-bookmarks',
    context: () => ref()?.getSnapshot().context,
    list: () =>
      bookmarksOf((progress as ProgressRef).getSnapshot().context.bookmarks, getPendingChanges(app.system), ID).map(
        ({ time, title }) => [time, title],
      ),
    toast: () => toasts().map((toast) => toast.ref.getSnapshot().context)[0],
    pressToast: () => toasts()[0]?.ref.send({ type: 'toast.act' }),
    toasts: () =>
      toasts().map(({ ref: toast }) => {
        const { message, action } = toast.getSnapshot().context;
        return [message, action?.label];
      }),
    create: (note: string) => {
      send({ type: 'bookmarks.change', text: note });
      send({ type: 'bookmarks.create', libraryItemId: ID });
    },
    /** Date and time, as the server of the account has them written. */
    nowText: () => formatMoment(ports.clock.now(), { date: 'MM/dd/yyyy', time: 'HH:mm' }, 'en-us'),
    close: () => menus.send({ type: 'menus.close', id: 'player-bookmarks' }),
    /** The server sends the account as it is now. */
    notifyAccount(bookmarks: object[]) {
      client.connect();
      ports.socket.receive('user_updated', account(bookmarks));
    },
  };
}

describe('creating a bookmark', () => {
  test('shows it and closes at once, the notice follows (BKM-017, AMB-55)', async () => {
    const client = await openDialog();
    client.player.send({ type: 'player.seek', time: 12.7 });
    client.create('  A clue  ');
    expect([client.isOpen(), client.list()]).toEqual([
      false,
      [
        [12, 'A clue'],
        [40, 'Old'],
      ],
    ]);
    expect(client.toasts()).toEqual([]);
    await vi.waitFor(() => expect(client.toast()?.message).toEqual({ key: 'bookmarks.created' }));
  });

  test('sends the time rounded down, and reports success (BKM-015, BKM-019, ERR-026)', async () => {
    const client = await openDialog();
    client.player.send({ type: 'player.seek', time: 12.7 });
    client.create('  A clue  ');
    await vi.waitFor(() => expect(client.toast()?.message).toEqual({ key: 'bookmarks.created' }));
    expect(client.toast()?.kind).toBe('success');
    expect(client.api.inputsOf(createBookmark)).toEqual([{ libraryItemId: ID, time: 12, title: 'A clue' }]);
  });

  test('without a note is called by date and time (BKM-014, VAL-047)', async () => {
    const client = await openDialog();
    client.create('   ');
    expect(client.list()[0]).toEqual([0, client.nowText()]);
    await vi.waitFor(() => expect(client.toasts()).toEqual([[{ key: 'bookmarks.created' }, ADD_NOTE]]));
  });

  test('does nothing within a second of another one (BKM-013)', async () => {
    const client = await openDialog();
    client.player.send({ type: 'player.seek', time: 39.5 });
    client.create('Near');
    client.player.send({ type: 'player.seek', time: 40.9 });
    client.create('Near');
    expect([client.isOpen(), client.list()]).toEqual([true, [[40, 'Old']]]);
    expect(client.api.inputsOf(createBookmark)).toEqual([]);
  });

  test('that fails is undone and reported, and retries with the typed text (BKM-021, ERR-025)', async () => {
    const client = await openDialog();
    client.api.refuse(createBookmark, { kind: 'forbidden', message: 'No' });
    client.create('A clue');
    await vi.waitFor(() =>
      expect(client.toast()).toMatchObject({
        kind: 'error',
        message: { key: 'bookmarks.createFailed' },
        error: { kind: 'forbidden', message: 'No' },
      }),
    );
    expect(client.list()).toEqual([[40, 'Old']]);
    client.api.answer(createBookmark, at(0, 'A clue'));
    client.pressToast();
    await vi.waitFor(() => expect(client.toast()?.message).toEqual({ key: 'bookmarks.created' }));
    expect(client.list()[0]).toEqual([0, 'A clue']);
  });
});

describe('one press', () => {
  /** The dialog is closed, and the sound is at 12.7 s. */
  async function listen() {
    const client = await openDialog();
    client.close();
    client.player.send({ type: 'player.seek', time: 12.7 });
    return { ...client, press: () => client.ports.hotkeys.press('B', { shift: true }) };
  }

  test('makes a bookmark named by date and time, and playing goes on', async () => {
    const client = await listen();
    expect([client.press(), client.isOpen(), client.list()]).toEqual([
      true,
      false,
      [
        [12, client.nowText()],
        [40, 'Old'],
      ],
    ]);
    expect(transportOf(client.player)).toBe('playing');
    expect(client.toasts()).toEqual([[{ key: 'bookmarks.at', values: { time: { seconds: 12 } } }, ADD_NOTE]]);
    await vi.waitFor(() => expect(client.toasts()).toEqual([[{ key: 'bookmarks.created' }, ADD_NOTE]]));
    expect(client.api.inputsOf(createBookmark)).toEqual([{ libraryItemId: ID, time: 12, title: client.nowText() }]);
  });

  test('leaves keys typed in the form to the form', async () => {
    const client = await listen();
    client.send({ type: 'bookmarks.change', text: 'Half a note' });
    client.press();
    expect([client.list()[0], client.context()?.draft]).toEqual([[12, client.nowText()], 'Half a note']);
  });

  test('offers a note, typed into the row of the new bookmark; the sound goes on', async () => {
    const client = await listen();
    client.press();
    await vi.waitFor(() => expect(client.toast()?.message).toEqual({ key: 'bookmarks.created' }));
    client.listen(5);
    client.pressToast();
    expect([client.isOpen(), client.context()]).toMatchObject([true, { edited: { time: 12 }, title: '' }]);
    client.send({ type: 'bookmarks.changeTitle', text: 'A clue' });
    client.send({ type: 'bookmarks.submit' });
    expect([client.list()[0], transportOf(client.player)]).toEqual([[12, 'A clue'], 'playing']);
    await vi.waitFor(() =>
      expect(client.api.inputsOf(updateBookmark)).toEqual([{ libraryItemId: ID, time: 12, title: 'A clue' }]),
    );
  });

  test('whose note stays empty keeps date and time', async () => {
    const client = await listen();
    client.press();
    client.pressToast();
    client.send({ type: 'bookmarks.submit' });
    expect([client.list()[0], client.context()?.edited]).toEqual([[12, client.nowText()], null]);
  });

  test('within a second of a bookmark says that there is one (BKM-013)', async () => {
    const client = await listen();
    client.player.send({ type: 'player.seek', time: 39.5 });
    client.press();
    expect([client.list(), client.toasts()]).toEqual([[[40, 'Old']], [[{ key: 'bookmarks.taken' }, undefined]]]);
    expect(client.api.inputsOf(createBookmark)).toEqual([]);
  });

  test('offers no note any more when another book is open', async () => {
    const client = await listen();
    client.press();
    client.player.send({ type: 'player.play', ...BOOK, libraryItemId: 'other' });
    client.pressToast();
    expect(client.isOpen()).toBe(false);
  });
});

describe('removing a bookmark', () => {
  test('hides it and closes at once, and offers undo (BKM-018, BKM-020, ERR-027)', async () => {
    const client = await openDialog();
    client.send({ type: 'bookmarks.remove', bookmark: at(40, 'Old') });
    expect([client.isOpen(), client.list()]).toEqual([false, []]);
    await vi.waitFor(() => expect(client.toast()?.message).toEqual({ key: 'bookmarks.removed' }));
    expect([client.toast()?.kind, client.toast()?.action?.label]).toEqual(['success', { key: 'toasts.undo' }]);
    expect(client.api.inputsOf(deleteBookmark)).toEqual([{ libraryItemId: ID, time: 40 }]);
    client.pressToast();
    expect(client.list()).toEqual([[40, 'Old']]);
    await vi.waitFor(() =>
      expect(client.api.inputsOf(createBookmark)).toEqual([{ libraryItemId: ID, time: 40, title: 'Old' }]),
    );
  });

  test('that fails is undone and reported (BKM-022, ERR-024)', async () => {
    const client = await openDialog();
    client.api.refuse(deleteBookmark, { kind: 'forbidden', message: 'No' });
    client.send({ type: 'bookmarks.remove', bookmark: at(40, 'Old') });
    await vi.waitFor(() =>
      expect(client.toast()).toMatchObject({ kind: 'error', message: { key: 'bookmarks.removeFailed' } }),
    );
    expect(client.list()).toEqual([[40, 'Old']]);
  });
});

describe('renaming a bookmark', () => {
  test('sends the new title and shows it at once (API-024)', async () => {
    const client = await openDialog();
    client.send({ type: 'bookmarks.edit', bookmark: at(40, 'Old') });
    client.send({ type: 'bookmarks.changeTitle', text: ' New ' });
    client.send({ type: 'bookmarks.submit' });
    expect([client.isOpen(), client.list(), client.context()?.edited]).toEqual([true, [[40, 'New']], null]);
    await vi.waitFor(() =>
      expect(client.api.inputsOf(updateBookmark)).toEqual([{ libraryItemId: ID, time: 40, title: 'New' }]),
    );
  });

  test.each(['Old', ' Old ', '', '  '])('to %j only leaves the edit, without a request (BKM-011)', async (text) => {
    const client = await openDialog();
    client.send({ type: 'bookmarks.edit', bookmark: at(40, 'Old') });
    client.send({ type: 'bookmarks.changeTitle', text });
    client.send({ type: 'bookmarks.submit' });
    expect([client.context()?.edited, client.list()]).toEqual([null, [[40, 'Old']]]);
    expect(client.api.inputsOf(updateBookmark)).toEqual([]);
  });

  test('that fails restores the old title, and the notice retries with the new one', async () => {
    const client = await openDialog();
    client.api.refuse(updateBookmark, { kind: 'forbidden', message: 'No' });
    client.send({ type: 'bookmarks.edit', bookmark: at(40, 'Old') });
    client.send({ type: 'bookmarks.changeTitle', text: 'New' });
    client.send({ type: 'bookmarks.submit' });
    await vi.waitFor(() => expect(client.toast()?.message).toEqual({ key: 'bookmarks.updateFailed' }));
    expect(client.list()).toEqual([[40, 'Old']]);
    client.api.answer(updateBookmark, at(40, 'New'));
    client.pressToast();
    expect(client.list()).toEqual([[40, 'New']]);
  });
});

test("changes of this tab and of others follow each other: the server's account wins", async () => {
  const client = await openDialog();
  client.create('Mine');
  await vi.waitFor(() => expect(client.toast()?.message).toEqual({ key: 'bookmarks.created' }));
  client.notifyAccount([at(0, 'Mine'), at(40, 'Old')]);
  await vi.waitFor(() => expect(getPendingChanges(client.app.system)).toEqual([]));
  client.notifyAccount([at(0, 'Renamed elsewhere')]);
  await vi.waitFor(() => expect(client.list()).toEqual([[0, 'Renamed elsewhere']]));
});

test('opening again clears text and selection (BKM-016)', async () => {
  const client = await openDialog();
  client.send({ type: 'bookmarks.change', text: 'Half a note' });
  client.send({ type: 'bookmarks.edit', bookmark: at(40, 'Old') });
  client.open();
  expect(client.context()).toMatchObject({ draft: '', edited: null, title: '' });
});

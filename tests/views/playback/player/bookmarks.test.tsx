import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { describe, expect, test } from 'vitest';
import { createBookmark, deleteBookmark, updateBookmark } from '../../../../src/services/endpoints/account.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { closeSession, playEpisode, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { pressPlay } from '../../../support/dom/press-play.ts';
import { BOOK, bookSession } from '../../../support/player-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';
import { AppProvider } from '../../../../src/views/app/actors-context.tsx';
// Also the chunks of bar and dialog: loaded before the first test.
import { BookmarksDialog } from '../../../../src/views/shared/bookmarks-dialog.tsx';
import '../../../../src/views/playback/player/player-bar.tsx';
import { messages } from '../../../support/texts.ts';

takeOutUnbuiltPage();

const at = (time: number, title: string, libraryItemId: string = BOOK.libraryItemId) => ({
  libraryItemId,
  time,
  title,
  createdAt: 1,
});

/** The player bar of a book with sound, of an account with these bookmarks. */
async function openBar(bookmarks: object[] = [], role = 'root') {
  const client = openClient(UNBUILT.path, {
    prepare: ({ api }) => {
      const account = recording(`auth/login-${role}`).response.body as { user: object; serverSettings: object };
      api.answer(authorize, {
        ...account,
        serverSettings: { ...account.serverSettings, dateFormat: 'dd.MM.yyyy', timeFormat: 'HH:mm' },
        user: { ...account.user, bookmarks },
      });
      api.answer(playItem, bookSession());
      api.answer(syncSession, 'OK');
      api.answer(closeSession, 'OK');
      api.answer(createBookmark, at(0, ''));
      api.answer(updateBookmark, at(0, ''));
      api.answer(deleteBookmark, 'OK');
    },
  });
  await screen.findByRole('main');
  await waitFor(() => expect(client.app.system.get('player')).not.toBe(undefined));
  const player = client.app.system.get('player');
  const bar = await pressPlay(client);
  await waitFor(() => expect(client.ports.media.audio.src).not.toBe(''));
  act(() => client.ports.media.audio.becomeReady(26));
  const user = userEvent.setup();
  const button = () => bar.queryByRole('button', { name: /^Bookmarks/ });
  const dialog = () => screen.queryByRole('dialog', { name: 'Your bookmarks' });
  return {
    ...client,
    api: client.ports.api,
    user,
    button,
    dialog,
    play: (media: object) => act(() => player.send({ type: 'player.play', ...media })),
    seek: (time: number) => act(() => player.send({ type: 'player.seek', time })),
    time: () => player.getSnapshot().context.playhead.getSnapshot().context.time as number,
    async open() {
      await user.click(button() as HTMLElement);
      return within(await screen.findByRole('dialog', { name: 'Your bookmarks' }));
    },
    closed: () => waitFor(() => expect(dialog()).toBe(null)),
  };
}

describe('the button of the bookmarks', () => {
  test('has another icon and name when the book has bookmarks (PLR-015, PLR-016)', async () => {
    const { button, open, user } = await openBar([at(5, 'Elsewhere', 'other')]);
    const fill = () => button()?.querySelector('svg')?.getAttribute('fill');
    expect([button()?.getAttribute('aria-label'), fill()]).toEqual(['Bookmarks', 'none']);
    const dialog = await open();
    await user.type(dialog.getByPlaceholderText('Note'), 'Here{Enter}');
    await waitFor(() =>
      expect([button()?.getAttribute('aria-label'), fill()]).toEqual(['Bookmarks: 1', 'currentColor']),
    );
  });

  test('is absent for a podcast (PLR-015, POD-011)', async () => {
    const { api, button, play } = await openBar();
    api.answer(playEpisode, recording('items/play-episode').response.body);
    play({ libraryItemId: 'podcast', episodeId: 'episode' });
    expect(button()).toBe(null);
  });
});

describe('the dialog of the bookmarks', () => {
  test('lists them in order of time and marks the current one (BKM-001 to BKM-003)', async () => {
    const { open, seek } = await openBar([at(20, 'Second'), at(5, 'First')]);
    const dialog = await open();
    const rows = () => dialog.getAllByRole('listitem');
    expect(rows().map(({ textContent }) => textContent)).toEqual(['0:05First', '0:20Second']);
    const current = () => rows().map((row) => row.getAttribute('aria-current'));
    expect(current()).toEqual([null, null]);
    seek(20.6);
    expect(current()).toEqual([null, 'true']);
  });

  test('has times of the book, whatever the speed', async () => {
    const { app, open, seek } = await openBar([at(20, 'Second')]);
    act(() => app.system.get('preferences').send({ type: 'preferences.set', change: { playbackRate: 2 } }));
    seek(12.7);
    const dialog = await open();
    expect(dialog.getByRole('listitem').textContent).toBe('0:20Second');
    expect(dialog.getByText('New bookmark at 0:12').isConnected).toBe(true);
  });

  test('shows an empty state (BKM-004)', async () => {
    const { open } = await openBar();
    const dialog = await open();
    expect(dialog.getByText('No bookmarks yet').isConnected).toBe(true);
    expect(dialog.queryByRole('list')).toBe(null);
  });

  test('is 500 px wide, its list at most 80% of the window less 60 px (CON-071, BKM-009, CON-084)', async () => {
    const { dialog, open } = await openBar([at(5, 'First')]);
    const list = (await open()).getByRole('list');
    expect(dialog()?.style.maxWidth).toBe('31.25rem');
    expect(list.className).toContain('max-h-[calc(80vh-60px)]');
  });

  test('has a form with the current time, a note and a button (BKM-005 to BKM-007)', async () => {
    const { open, seek } = await openBar();
    seek(12.7);
    const dialog = await open();
    expect(dialog.getByText('New bookmark at 0:12').isConnected).toBe(true);
    seek(14);
    expect(dialog.getByText('New bookmark at 0:14').isConnected).toBe(true);
    expect(dialog.getByRole('textbox', { name: 'Note' }).getAttribute('placeholder')).toBe('Note');
    expect(dialog.getByRole('button', { name: 'Add bookmark' }).isConnected).toBe(true);
  });

  test.each(['guest', 'restricted'])('is available to every account, as %s (ROL-043)', async (role) => {
    const { api, open, user } = await openBar([], role);
    const dialog = await open();
    await user.type(dialog.getByRole('textbox'), 'Mine');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(api.inputsOf(createBookmark)).toMatchObject([{ title: 'Mine' }]));
  });

  test('is only a list where its host disables new ones (BKM-008)', async () => {
    const { app } = await openBar([at(5, 'First')]);
    render(
      <AppProvider value={app}>
        <IntlProvider locale="en-us" messages={messages}>
          <BookmarksDialog
            onGo={() => undefined}
            bookmarks={app.system.get('player').getSnapshot().children.bookmarks}
            libraryItemId={BOOK.libraryItemId}
            title=""
            onDismiss={() => undefined}
          />
        </IntlProvider>
      </AppProvider>,
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Your bookmarks' }));
    expect(dialog.getAllByRole('listitem').length).toBe(1);
    expect(dialog.queryByRole('textbox', { name: 'Note' })).toBe(null);
  });

  test('saved without a note is named by date and time in the server’s formats; closes (BKM-014, BKM-017)', async () => {
    const { api, closed, open, seek, user } = await openBar();
    seek(12.7);
    const dialog = await open();
    await user.click(dialog.getByRole('button', { name: 'Add bookmark' }));
    await closed();
    await waitFor(() =>
      expect(api.inputsOf(createBookmark)).toEqual([
        { libraryItemId: BOOK.libraryItemId, time: 12, title: expect.stringMatching(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/) },
      ]),
    );
    expect((await screen.findByText('Bookmark added')).isConnected).toBe(true);
  });

  test('within a second of a bookmark reports the existing one (BKM-013)', async () => {
    const { api, open, seek, user } = await openBar([at(12, 'Here')]);
    seek(12.7);
    const dialog = await open();
    const add = dialog.getByRole('button', { name: /^Add bookmark/ });
    expect([add.getAttribute('aria-disabled'), add.getAttribute('data-tip')]).toEqual([
      'true',
      'There’s already a bookmark here',
    ]);
    await user.click(add);
    expect(api.inputsOf(createBookmark)).toEqual([]);
  });

  test('seeks to a bookmark and closes (BKM-012)', async () => {
    const { closed, open, time, user } = await openBar([at(20, 'Second')]);
    const dialog = await open();
    await user.click(dialog.getByRole('button', { name: 'Second, go to 0:20' }));
    await closed();
    expect(time()).toBe(20);
  });

  test('renames in place: Enter saves, Escape keeps the old title and the dialog open (BKM-010, BKM-011)', async () => {
    const { api, dialog: shown, open, user } = await openBar([at(20, 'Second')]);
    const dialog = await open();
    const edit = async (keys: string) => {
      await user.click(dialog.getByRole('button', { name: /^Edit/ }));
      const field = dialog.getByRole('textbox', { name: 'Title of the bookmark at 0:20' });
      expect(document.activeElement).toBe(field);
      await user.type(field, keys);
    };
    await edit(' thoughts{Escape}');
    expect([shown() === null, dialog.getByRole('listitem').textContent]).toEqual([false, '0:20Second']);
    await edit('{Enter}');
    expect(api.inputsOf(updateBookmark)).toEqual([]);
    await edit(' thoughts{Enter}');
    expect(dialog.getByRole('listitem').textContent).toBe('0:20Second thoughts');
    await waitFor(() => expect(api.inputsOf(updateBookmark).length).toBe(1));
  });

  test('removes, closes, and a toast restores it (BKM-018, BKM-020)', async () => {
    const { button, closed, open, user } = await openBar([at(20, 'Second')]);
    const dialog = await open();
    await user.click(dialog.getByRole('button', { name: 'Remove Second' }));
    await closed();
    expect(button()?.getAttribute('aria-label')).toBe('Bookmarks');
    expect((await screen.findByText('Bookmark removed')).isConnected).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(button()?.getAttribute('aria-label')).toBe('Bookmarks: 1');
  });

  test('exports them as text, a line for each', async () => {
    const { open } = await openBar([at(3725, 'Far'), at(5, 'First & last')]);
    const link = (await open()).getByRole('link', { name: 'Export as text' });
    const text = decodeURIComponent(link.getAttribute('href')?.replace('data:text/plain;charset=utf-8,', '') ?? '');
    expect(text.split('\n').slice(1)).toEqual(['', '0:05  First & last', '1:02:05  Far', '']);
    expect(link.getAttribute('download')).toMatch(/ - bookmarks\.txt$/);
  });
});

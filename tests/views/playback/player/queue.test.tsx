import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PreferencesRef } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import type { QueueRef } from '../../../../src/machines/playback/queue/queue.machine.ts';
import type { QueueItem } from '../../../../src/schemas/queue.ts';
import { closeSession, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { pressPlay } from '../../../support/dom/press-play.ts';
import { BOOK, bookSession } from '../../../support/player-fixtures.ts';
import { mediaOf, queued } from '../../../support/queue-fixtures.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';
// Also the chunks of bar and dialog: loaded before the first test.
import '../../../../src/views/playback/player/queue-dialog.tsx';
import '../../../../src/views/playback/player/player-bar.tsx';

takeOutUnbuiltPage();

/** A book of one file of 600 s without chapters, whatever is played. */
function wholeBook({ itemId }: { itemId: string }) {
  const { audioTracks } = bookSession() as { audioTracks: object[] };
  return bookSession({
    id: `session-${itemId}`,
    libraryItemId: itemId,
    displayTitle: `Title ${itemId}`,
    duration: 600,
    currentTime: 0,
    startTime: 0,
    chapters: [],
    audioTracks: [{ ...audioTracks[0], duration: 600 }],
  });
}

/** The player bar of a book with sound, and these after it. */
async function openBar(items: readonly QueueItem[] = []) {
  const client = openClient(UNBUILT.path, {
    prepare: ({ api }) => {
      api.answer(playItem, wholeBook);
      api.answer(syncSession, 'OK');
      api.answer(closeSession, 'OK');
    },
  });
  await screen.findByRole('main');
  await waitFor(() => expect(client.app.system.get('queue')).not.toBe(undefined));
  const player = client.app.system.get('player');
  const queue = client.app.system.get('queue') as QueueRef;
  const bar = await pressPlay(client);
  await waitFor(() => expect(client.ports.media.audio.src).not.toBe(''));
  act(() => {
    client.ports.media.audio.becomeReady(600);
    if (items.length > 0) queue.send({ type: 'queue.add', items, place: 'last' });
  });
  const user = userEvent.setup();
  return {
    ...client,
    bar,
    queue,
    user,
    send: (event: object) => act(() => player.send(event)),
    openId: () => player.getSnapshot().context.request?.media.libraryItemId as string,
    waiting: () => queue.getSnapshot().context.items.map(({ libraryItemId }) => libraryItemId),
    next: () => bar.getByRole('button', { name: /^Next/ }),
    async open() {
      await user.click(bar.getByRole('button', { name: /^Queue/ }));
      return within(await screen.findByRole('dialog', { name: 'Queue' }));
    },
  };
}

describe('the button Next', () => {
  test('is for the next chapter, off without one and without a next item (PLR-053, PLR-055)', async () => {
    const { next } = await openBar();
    expect([next().getAttribute('aria-label'), next().hasAttribute('disabled')]).toEqual(['Next chapter', true]);
  });

  test('without a next chapter plays the next item of the queue (PLR-052, PLR-054)', async () => {
    const { next, openId, user, waiting } = await openBar([queued('a')]);
    expect([next().getAttribute('aria-label'), next().hasAttribute('disabled')]).toEqual(['Next item in queue', false]);
    await user.click(next());
    await waitFor(() => expect(openId()).toBe('a'));
    expect(waiting()).toEqual([]);
  });
});

describe('the button of the queue', () => {
  test('shows the number of following items (PLR-018)', async () => {
    const { bar, queue } = await openBar();
    const name = () => bar.getByRole('button', { name: /^Queue/ }).getAttribute('aria-label');
    expect(name()).toBe('Queue');
    act(() => queue.send({ type: 'queue.add', items: [queued('a'), queued('b')], place: 'last' }));
    expect(name()).toBe('Queue: 2 items');
  });
});

describe('the dialog of the queue', () => {
  test('is 800 px wide and lists title, names, length and caption in order (PLR-089, CON-070)', async () => {
    const { open } = await openBar([
      queued('a', { caption: 'Saga #2', duration: 90 }),
      queued('p', { episodeId: 'e', subtitle: 'Show', caption: 'Mar 24', duration: 3600 }),
    ]);
    const dialog = await open();
    expect(screen.getByRole('dialog', { name: 'Queue' }).style.maxWidth).toBe('50rem');
    expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Title aAuthor1:30 · Saga #2$/),
      expect.stringMatching(/Title pShow1:00:00 · Mar 24$/),
    ]);
  });

  test('shows the open item first, and the total time left at the current speed', async () => {
    const { app, open, send } = await openBar([queued('a', { duration: 3000 })]);
    send({ type: 'player.seek', time: 300 });
    const dialog = await open();
    expect(dialog.getByRole('region', { name: 'Now playing' }).textContent).toContain(`Title ${BOOK.libraryItemId}`);
    expect(dialog.getByText('55 min left').isConnected).toBe(true);
    act(() =>
      (app.system.get('preferences') as PreferencesRef).send({ type: 'preferences.set', change: { playbackRate: 2 } }),
    );
    expect(dialog.getByText('28 min left at 2.0×').isConnected).toBe(true);
    expect(dialog.getByText('50:00').isConnected).toBe(true);
  });

  test('reports an empty queue', async () => {
    const { open } = await openBar();
    const dialog = await open();
    expect(dialog.getByText('The queue is empty').isConnected).toBe(true);
    expect(dialog.queryByRole('grid')).toBe(null);
  });

  test('plays a pressed item, and the others stay', async () => {
    const { open, openId, user, waiting } = await openBar([queued('a'), queued('b')]);
    const dialog = await open();
    await user.click(dialog.getByRole('button', { name: 'Play Title b' }));
    await waitFor(() => expect(openId()).toBe('b'));
    expect(waiting()).toEqual(['a']);
  });

  test('moves an item by the arrow keys, keeps the focus with it and announces its position', async () => {
    const { open, user, waiting } = await openBar([queued('a'), queued('b'), queued('c')]);
    const dialog = await open();
    const grip = () => dialog.getByRole('button', { name: 'Move Title a' });
    grip().focus();
    await user.keyboard('{ArrowUp}');
    expect(waiting()).toEqual(['a', 'b', 'c']);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect([waiting(), document.activeElement]).toEqual([['b', 'c', 'a'], grip()]);
    expect(dialog.getByRole('status').textContent).toBe('Title a is number 3 of 3');
  });

  test('moves an item by its menu, and stays open', async () => {
    const { open, user, waiting } = await openBar([queued('a'), queued('b'), queued('c')]);
    const dialog = await open();
    await user.click(dialog.getByRole('button', { name: 'Move Title c' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to the top' }));
    expect(waiting()).toEqual(['c', 'a', 'b']);
    expect(screen.getByRole('dialog', { name: 'Queue' }).isConnected).toBe(true);
  });

  test('removes an item with undo; the focus stays in the list', async () => {
    const { open, user, waiting } = await openBar([queued('a'), queued('b')]);
    const dialog = await open();
    const remove = (id: string) => dialog.getByRole('button', { name: `Remove Title ${id} from the queue` });
    remove('b').focus();
    await user.keyboard('{Enter}');
    expect([waiting(), document.activeElement]).toEqual([['a'], remove('a')]);
    await user.keyboard('{F8}{Enter}');
    await waitFor(() => expect(waiting()).toEqual(['a', 'b']));
  });

  test('clears the queue with undo', async () => {
    const { open, user, waiting } = await openBar([queued('a'), queued('b')]);
    const dialog = await open();
    await user.click(dialog.getByRole('button', { name: 'Clear' }));
    expect([waiting(), dialog.getByText('The queue is empty').isConnected]).toEqual([[], true]);
    await user.keyboard('{F8}{Enter}');
    await waitFor(() => expect(waiting()).toEqual(['a', 'b']));
  });

  test('has autoplay on at first, kept as 1 or 0, and the series off, which needs autoplay (PLR-091, PLR-092)', async () => {
    const { app, open, ports, user } = await openBar();
    const dialog = await open();
    const autoplay = dialog.getByRole('switch', { name: /Autoplay/ });
    const series = dialog.getByRole('switch', { name: /Next book in the series/ });
    const checked = () => [autoplay, series].map((control) => control.getAttribute('aria-checked'));
    expect(checked()).toEqual(['true', 'false']);
    await user.click(series);
    expect((app.system.get('preferences') as PreferencesRef).getSnapshot().context.playsNextOfSeries).toBe(true);
    await user.click(autoplay);
    expect([checked(), series.hasAttribute('disabled')]).toEqual([['false', 'true'], true]);
    expect(ports.storage.texts.get('playerQueueAutoPlay')).toBe('0');
    await user.click(autoplay);
    expect(ports.storage.texts.get('playerQueueAutoPlay')).toBe('1');
  });
});

test('an item that failed to play can be skipped', async () => {
  const { openId, ports, queue, user } = await openBar([queued('a'), queued('b')]);
  ports.api.refuseOnce(playItem, { kind: 'server', status: 500, message: '' });
  act(() => queue.send({ type: 'queue.play', media: mediaOf('a') }));
  await user.click(await screen.findByRole('button', { name: 'Skip' }));
  await waitFor(() => expect(openId()).toBe('b'));
});

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { PlayerEvent } from '../../../src/machines/player/player.setup.ts';
import { closeSession, playItem, syncSession } from '../../../src/services/endpoints/playback.ts';
import { openClient } from '../../support/dom/client.tsx';
import { BOOK, bookProgress, bookSession } from '../../support/player-fixtures.ts';

const PREVIEW = { title: 'A Study in Scarlet', author: 'Arthur Conan Doyle', coverUpdatedAt: 5, duration: 182 };

const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled');

async function openPlayer({ session = bookSession() }: { session?: object } = {}) {
  const client = openClient('/account', {
    prepare: ({ api }) => {
      api.answer(playItem, session);
      api.answer(syncSession, 'OK');
      api.answer(closeSession, 'OK');
    },
  });
  await screen.findByRole('main');
  await waitFor(() => expect(client.app.system.get('player')).not.toBe(undefined));
  const { audio } = client.ports.media;
  const send = (event: PlayerEvent) => act(() => client.app.system.get('player').send(event));
  /** The press, until the bar's code is there. */
  const press = async (preview = PREVIEW) => {
    send({ type: 'player.play', ...BOOK, preview });
    await screen.findByRole('region', { name: 'Player' });
  };
  return {
    ...client,
    audio,
    user: userEvent.setup(),
    send,
    press,
    bar: () => within(screen.getByRole('region', { name: 'Player' })),
    async play() {
      await press();
      await waitFor(() => expect(audio.src).not.toBe(''));
      act(() => audio.becomeReady(26));
    },
  };
}

describe('the player bar', () => {
  test('is not there while nothing is open', async () => {
    await openPlayer();
    expect(screen.queryByRole('region', { name: 'Player' })).toBe(null);
  });

  test('shows at a press what the caller knows, without waiting for the server', async () => {
    const { ports, bar, press } = await openPlayer();
    ports.api.defer(playItem);
    await press();
    expect(bar().getByRole('link', { name: 'A Study in Scarlet' }).getAttribute('href')).toBe(`/item/${BOOK.libraryItemId}`);
    expect(bar().getByText('Arthur Conan Doyle').textContent).toBe('Arthur Conan Doyle');
    const cover = new URL(document.querySelector('[data-dock] img')?.getAttribute('src') ?? '', document.baseURI);
    expect([cover.pathname, cover.searchParams.get('ts')]).toEqual([`/api/items/${BOOK.libraryItemId}/cover`, '5']);
    expect(isDisabled(bar().getByRole('button', { name: 'Pause' }))).toBe(false);
    expect(isDisabled(bar().getByRole('button', { name: 'Close the player' }))).toBe(true);
  });

  test('links title and authors, names chapter, share and times', async () => {
    const { bar, play } = await openPlayer();
    await play();
    expect(bar().getByRole('link', { name: 'Arthur Conan Doyle' }).getAttribute('href')).toMatch(/^\/author\//);
    expect(bar().getByText('Opening').textContent).toBe('Opening');
    expect(bar().getByText('0%').textContent).toBe('0%');
    expect(bar().getByLabelText('Time played').textContent).toBe('0:00');
    expect(bar().getByLabelText('Time left').textContent).toBe('-3:02');
    expect(bar().getByRole('slider', { name: 'Time line' }).getAttribute('aria-valuetext')).toBe('0 seconds of 3 minutes, Opening');
  });

  test('without a known author says so', async () => {
    const { bar, press, ports } = await openPlayer();
    ports.api.defer(playItem);
    await press({ ...PREVIEW, author: '' });
    expect(bar().getByText('Unknown author').textContent).toBe('Unknown author');
  });

  test('transport buttons move the sound', async () => {
    const { audio, bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Forward 10 seconds' }));
    expect(audio.currentTime).toBe(10);
    await user.click(bar().getByRole('button', { name: 'Back 10 seconds' }));
    expect(audio.currentTime).toBe(0);
    await user.click(bar().getByRole('button', { name: 'Next chapter' }));
    expect(audio.src).toBe('/public/session/session-1/track/2');
    expect(isDisabled(bar().getByRole('button', { name: 'Next chapter' }))).toBe(true);
    await user.click(bar().getByRole('button', { name: 'Pause' }));
    expect(audio.paused).toBe(true);
    expect(isDisabled(bar().getByRole('button', { name: 'Play' }))).toBe(false);
  });

  test('the time line follows the sound and seeks where it is let go', async () => {
    const { bar, play, ports, user, app } = await openPlayer();
    await play();
    act(() => ports.media.playFor(5));
    expect(bar().getByLabelText('Time played').textContent).toBe('0:05');
    bar().getByRole('slider', { name: 'Time line' }).focus();
    await user.keyboard('{PageUp}');
    expect(app.system.get('player').getSnapshot().context.playhead.getSnapshot().context.time).toBeCloseTo(65, 0);
  });

  test('in chapter-track mode times and line are about the chapter', async () => {
    const { app, bar, play, send } = await openPlayer();
    act(() => app.system.get('preferences').send({ type: 'preferences.set', change: { useChapterTrack: true, playbackRate: 2 } }));
    await play();
    send({ type: 'player.seek', time: 40.5 });
    expect(bar().getByText('chapter 2 of 2').textContent).toBe('chapter 2 of 2');
    expect(bar().getByLabelText('Time played').textContent).toBe('0:04');
    expect(bar().getByLabelText('Time left').textContent).toBe('-1:11');
  });

  test('the chapters open in a list, the current one is marked, and one can be chosen', async () => {
    Element.prototype.scrollIntoView = vi.fn<() => void>();
    const { audio, bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Chapters' }));
    const chapters = await screen.findByRole('dialog', { name: 'Chapters' });
    expect(within(chapters).getByRole('button', { name: /Opening/ }).getAttribute('aria-current')).toBe('true');
    await user.click(within(chapters).getByRole('button', { name: /Rest/ }));
    expect(audio.src).toBe('/public/session/session-1/track/2');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chapters' })).toBe(null));
    await user.click(bar().getByRole('button', { name: 'Chapters' }));
    const later = await screen.findByRole('dialog', { name: 'Chapters' });
    expect(within(later).getAllByRole('button').map((button) => [button.textContent, button.getAttribute('aria-current')])).toEqual([
      ['Openingplayed0:00', null], ['Rest0:30', 'true'],
    ]);
  });

  test('an item without chapters has no such button, and previous goes to the beginning', async () => {
    const { bar, play } = await openPlayer({ session: bookSession({ chapters: [] }) });
    await play();
    expect(bar().queryByRole('button', { name: 'Chapters' })).toBe(null);
    expect(isDisabled(bar().getByRole('button', { name: 'Back to the beginning' }))).toBe(false);
  });

  test('speed is chosen from presets or stepped', async () => {
    const { audio, bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Speed 1.0×' }));
    await user.click(await screen.findByRole('menuitemradio', { name: '1.5×' }));
    expect(audio.playbackRate).toBe(1.5);
    expect(bar().getByRole('button', { name: 'Speed 1.5×', hidden: true }).textContent).toBe('1.5×');
    await user.click(await screen.findByRole('menuitem', { name: /^Faster/ }));
    expect(audio.playbackRate).toBe(1.6);
  });

  test('mute and back', async () => {
    const { audio, bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Mute' }));
    expect(audio.volume).toBe(0);
    await user.click(bar().getByRole('button', { name: 'Sound on' }));
    expect(audio.volume).toBe(1);
  });

  test('a failure is told with a way to try again', async () => {
    const { bar, ports, press, user, audio } = await openPlayer();
    ports.api.refuseOnce(playItem, { kind: 'server', status: 500, message: '' });
    await press();
    expect((await bar().findByRole('alert')).textContent).toContain('This cannot be played.');
    await user.click(bar().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(audio.src).toBe('/public/session/session-1/track/1'));
    expect(bar().queryByRole('alert')).toBe(null);
  });

  test('closing takes the bar away', async () => {
    const { bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Close the player' }));
    expect(screen.queryByRole('region', { name: 'Player' })).toBe(null);
  });

  test('a tick of the time draws the time line and nothing else', async () => {
    const { play, ports } = await openPlayer();
    await play();
    act(() => ports.media.playFor(1));
    const changed: string[] = [];
    const watcher = new MutationObserver((records) => changed.push(...records.map(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest('[data-dock], main, header, nav')?.getAttribute('data-dock') ?? 'outside')));
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    act(() => ports.media.playFor(1));
    await waitFor(() => expect(changed.length).toBeGreaterThan(0));
    watcher.disconnect();
    expect([...new Set(changed)]).toEqual(['bar']);
    expect(changed.length).toBeLessThan(15);
  });
});

describe('notices', () => {
  test('another device that plays is named and can be closed', async () => {
    const { play, send, user } = await openPlayer();
    await play();
    send({ type: 'server.progress.updated', progress: { sessionId: 'phone', deviceDescription: 'Phone / v2', data: bookProgress({ currentTime: 90, lastUpdate: 9e12 }) } });
    expect(screen.getByText(/another device: Phone \/ v2/).textContent).toContain('Phone / v2');
    await user.click(screen.getByRole('button', { name: 'Close this notice' }));
    expect(screen.queryByText(/another device/)).toBe(null);
  });

  test('a position moved by another device can be taken back', async () => {
    const { audio, play, send, user } = await openPlayer();
    await play();
    send({ type: 'player.seek', time: 12 });
    send({ type: 'player.pause' });
    send({ type: 'server.progress.updated', progress: { sessionId: 'phone', deviceDescription: 'Phone / v2', data: bookProgress({ currentTime: 20, lastUpdate: 9e12 }) } });
    expect(audio.currentTime).toBe(20);
    await user.click(screen.getByRole('button', { name: 'Back to 0:12' }));
    expect(audio.currentTime).toBe(12);
  });
});

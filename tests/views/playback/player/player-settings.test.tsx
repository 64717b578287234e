import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { listMyItemSessions } from '../../../../src/services/endpoints/account.ts';
import { closeSession, playEpisode, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { pressPlay } from '../../../support/dom/press-play.ts';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { bookSession } from '../../../support/player-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';
// The chunks of the bar and its dialogs load with this file, before the first test.
import '../../../../src/views/playback/player/player-bar.tsx';
import '../../../../src/views/playback/player/settings-dialog.tsx';
import '../../../../src/views/playback/player/history-dialog.tsx';

takeOutUnbuiltPage();

const sessionsPage = recording('me/listening-sessions').response.body as { sessions: object[] };

/** A page of the listening sessions of the open book. */
const pageOf = (numPages: number, ...sessions: readonly object[]) => ({ ...sessionsPage, numPages, sessions });
const session = (changes: object) => ({ ...sessionsPage.sessions[0], ...changes });

/** The player bar of a book with sound. */
async function openBar({
  book = bookSession(),
  prepare,
}: { book?: object; prepare?: (ports: FakePorts) => void } = {}) {
  const client = openClient(UNBUILT.path, {
    prepare: (ports) => {
      ports.api.answer(playItem, book);
      ports.api.answer(syncSession, 'OK');
      ports.api.answer(closeSession, 'OK');
      ports.api.answer(listMyItemSessions, pageOf(1));
      prepare?.(ports);
    },
  });
  await screen.findByRole('main');
  await waitFor(() => expect(client.app.system.get('player')).not.toBe(undefined));
  const player = client.app.system.get('player');
  const bar = await pressPlay(client);
  const { audio } = client.ports.media;
  await waitFor(() => expect(audio.src).not.toBe(''));
  act(() => audio.becomeReady(26));
  const user = userEvent.setup();
  const settings = () => bar.getByRole('button', { name: 'Player settings' });
  const stored = (): Record<string, unknown> => JSON.parse(client.ports.storage.texts.get('userSettings') ?? '{}');
  return {
    ...client,
    audio,
    bar,
    player,
    settings,
    stored,
    user,
    async openSettings() {
      await user.click(settings());
      return within(await screen.findByRole('dialog', { name: 'Player settings' }));
    },
    async openHistory() {
      await user.click(settings());
      const dialog = within(await screen.findByRole('dialog', { name: 'Player settings' }));
      await user.click(dialog.getByRole('button', { name: 'History' }));
      return within(await screen.findByRole('dialog', { name: 'History' }));
    },
    seek: (time: number, reason?: string) => act(() => player.send({ type: 'player.seek', time, reason })),
  };
}

describe('the player settings', () => {
  test('are 500 px wide and closed by Escape, which returns the focus (PLR-019, CON-068)', async () => {
    const { openSettings, settings, user } = await openBar();
    act(() => settings().focus());
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Player settings' });
    expect(dialog.style.maxWidth).toBe('31.25rem');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    await waitFor(() => expect(document.activeElement).toBe(settings()));
    await openSettings();
  });

  test('change how far the buttons jump, by the choices of the product (PLR-093, CON-025, AMB-46)', async () => {
    const { bar, openSettings, stored, user } = await openBar();
    const dialog = await openSettings();
    await user.click(dialog.getByRole('combobox', { name: 'Jump forward' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      '10 seconds',
      '15 seconds',
      '30 seconds',
      '1 minute',
      '2 minutes',
      '5 minutes',
    ]);
    await user.click(screen.getByRole('option', { name: '30 seconds' }));
    await user.click(dialog.getByRole('combobox', { name: 'Jump back' }));
    await user.click(await screen.findByRole('option', { name: '15 seconds' }));
    expect(stored()).toMatchObject({ jumpForwardAmount: 30, jumpBackwardAmount: 15 });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    expect(bar.getByRole('button', { name: 'Forward 30 seconds' }).hasAttribute('disabled')).toBe(false);
  });

  test('have the skipped parts of each episode, of a podcast only', async () => {
    const { openSettings, player, ports, user } = await openBar();
    const episode = { libraryItemId: 'podcast', episodeId: 'one' };
    ports.api.answer(playEpisode, bookSession(episode));
    const ofBook = await openSettings();
    expect(ofBook.queryByRole('group', { name: 'Skip in each episode of this podcast' })).toBe(null);
    act(() => player?.send({ type: 'player.play', ...episode }));
    const group = within(await screen.findByRole('group', { name: 'Skip in each episode of this podcast' }));
    const start = group.getByRole('combobox', { name: 'At the start' });
    expect([start.textContent, group.getByRole('combobox', { name: 'At the end' }).textContent]).toEqual([
      'Off',
      'Off',
    ]);
    await user.click(start);
    await user.click(await screen.findByRole('option', { name: '30 seconds' }));
    await waitFor(() => expect(start.textContent).toBe('30 seconds'));
    const kept = JSON.parse(ports.storage.texts.get('earmark.itemSettings') ?? '[]') as readonly object[];
    expect(kept).toMatchObject([{ libraryItemId: 'podcast', skipStart: 30, skipEnd: 0 }]);
  });

  test("keep another client's jump that is not among the choices", async () => {
    const { openSettings } = await openBar({
      prepare: ({ storage }) => storage.put('userSettings', JSON.stringify({ jumpForwardAmount: 45 })),
    });
    const dialog = await openSettings();
    expect(dialog.getByRole('combobox', { name: 'Jump forward' }).textContent).toBe('45 seconds');
  });

  test('change the step of the speed, and its decimals with it (PLR-071, PLR-073, AMB-46)', async () => {
    const { audio, bar, openSettings, ports, stored, user } = await openBar();
    const dialog = await openSettings();
    const steps = within(dialog.getByRole('group', { name: 'Speed step' }));
    expect(steps.getByRole<HTMLInputElement>('radio', { name: '0.1' }).checked).toBe(true);
    await user.click(steps.getByRole('radio', { name: '0.05' }));
    expect(stored()).toMatchObject({ playbackRateIncrementDecrement: 0.05 });
    act(() => void ports.hotkeys.press('ArrowUp', { shift: true }));
    expect(audio.playbackRate).toBe(1.05);
    expect(new Set(bar.getAllByText(/^1\.\d+×$/).map(({ textContent }) => textContent))).toEqual(new Set(['1.05×']));
  });

  test('have the time line of the chapter (PLR-063, AMB-46)', async () => {
    const { bar, openSettings, user } = await openBar();
    const dialog = await openSettings();
    await user.click(dialog.getByRole('switch', { name: 'Chapter timeline' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    expect(bar.getByText('chapter 1 of 2').textContent).toBe('chapter 1 of 2');
  });

  test('report that there are no chapters for it (PLR-065)', async () => {
    const { openSettings } = await openBar({ book: bookSession({ chapters: [] }) });
    const dialog = await openSettings();
    expect(dialog.getByRole('switch', { name: 'Chapter timeline' }).getAttribute('aria-describedby')).not.toBe(null);
    expect(dialog.getByText(/has no chapters/).textContent).toContain('covers all of it');
  });

  test('have auto-rewind, off by default, for everything or this book only', async () => {
    const { openSettings, ports, stored, user } = await openBar();
    const dialog = await openSettings();
    const most = dialog.getByRole('combobox', { name: 'Rewind after a pause' });
    const inChapter = dialog.getByRole<HTMLInputElement>('switch', { name: 'Don’t rewind past the chapter start' });
    expect([most.textContent, inChapter.disabled]).toEqual(['Off', true]);
    await user.click(most);
    await user.click(await screen.findByRole('option', { name: 'Up to 20 seconds' }));
    await user.click(inChapter);
    expect(stored()).toMatchObject({ autoRewind: 20, autoRewindInChapter: true });
    const scope = within(dialog.getByRole('group', { name: 'Rewind applies to' }));
    await user.click(scope.getByRole('radio', { name: 'This book only' }));
    await user.click(most);
    await user.click(await screen.findByRole('option', { name: 'Up to 5 seconds' }));
    expect([most.textContent, stored()['autoRewind']]).toEqual(['Up to 5 seconds', 20]);
    expect(ports.storage.texts.get('earmark.itemSettings')).toContain('"autoRewind":5');
    await user.click(scope.getByRole('radio', { name: 'Everywhere' }));
    expect(most.textContent).toBe('Up to 20 seconds');
  });

  test('have the fade of the sleep timer and the keys of the system', async () => {
    const { openSettings, stored, user } = await openBar();
    const dialog = await openSettings();
    await user.click(dialog.getByRole('switch', { name: 'Fade out in the last 30 seconds of the sleep timer' }));
    const keys = within(dialog.getByRole('group', { name: /^Previous and next keys/ }));
    expect(keys.getByRole<HTMLInputElement>('radio', { name: 'Chapters' }).checked).toBe(true);
    await user.click(keys.getByRole('radio', { name: 'Jumps' }));
    expect(stored()).toMatchObject({ sleepTimerFades: false, mediaKeys: 'jumps' });
  });
});

describe('the speed', () => {
  test('is for everything or for this book only, in its menu and in the settings', async () => {
    const { audio, bar, openSettings, stored, user } = await openBar();
    await user.click(bar.getByRole('button', { name: 'Speed 1.0×' }));
    expect((await screen.findByRole('menuitemradio', { name: 'Everywhere' })).getAttribute('aria-checked')).toBe(
      'true',
    );
    await user.click(screen.getByRole('menuitemradio', { name: 'This book only' }));
    await user.click(screen.getByRole('menuitemradio', { name: /^1\.5×/ }));
    expect([audio.playbackRate, stored()['playbackRate'] ?? 1]).toEqual([1.5, 1]);
    const dialog = await openSettings();
    const scope = within(dialog.getByRole('group', { name: 'Speed applies to' }));
    expect(scope.getByRole<HTMLInputElement>('radio', { name: 'This book only' }).checked).toBe(true);
    await user.click(scope.getByRole('radio', { name: 'Everywhere' }));
    expect(audio.playbackRate).toBe(1);
  });
});

describe('the history', () => {
  test('lists the jumps, latest first, with a way back', async () => {
    const { app, openHistory, player, seek, user } = await openBar();
    seek(60, 'chapter');
    act(() => player.send({ type: 'player.seek', time: 20 }));
    const dialog = await openHistory();
    const rows = within(dialog.getByRole('list', { name: 'Jumps' })).getAllByRole('listitem');
    expect(rows.map(({ firstChild }) => firstChild?.textContent?.replace(/^[^·]* · /, ''))).toEqual([
      'Jumped from 1:00 to 0:20 · Opening',
      'Went to a chapter, from 0:00 to 1:00 · Rest',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Go back to 1:00' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    expect(app.system.get('player').getSnapshot().context.playhead.getSnapshot().context.time).toBe(60);
  });

  test('shows that there are no jumps and no sessions', async () => {
    const { openHistory } = await openBar();
    const dialog = await openHistory();
    expect(dialog.getByText('No jumps yet').textContent).toBe('No jumps yet');
    expect((await dialog.findByText('No listening sessions yet')).textContent).toBe('No listening sessions yet');
  });

  test('lists the listening sessions page by page: date, length, position, device', async () => {
    const { openHistory, ports, user } = await openBar({
      prepare: ({ api }) =>
        api.answer(
          listMyItemSessions,
          pageOf(2, session({ id: 'a', timeListening: 754, currentTime: 3600, deviceInfo: { deviceName: 'Pixel' } })),
        ),
    });
    const dialog = await openHistory();
    const list = () => within(dialog.getByRole('list', { name: 'Listening sessions' })).getAllByRole('listitem');
    await waitFor(() => expect(list().length).toBe(1));
    expect(list()[0]?.textContent).toMatch(/^\d+\/\d+\/\d+ \d+:\d+ · 12:34 heard · up to 1:00:00Pixel$/);
    ports.api.refuse(listMyItemSessions, { kind: 'network' });
    await user.click(dialog.getByRole('button', { name: 'Show more' }));
    const alert = await dialog.findByRole('alert');
    ports.api.answer(listMyItemSessions, pageOf(2, session({ id: 'b', deviceInfo: null })));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(list().length).toBe(2));
    expect(list()[1]?.textContent).toContain('another device');
    expect(dialog.queryByRole('button', { name: 'Show more' })).toBe(null);
  });

  test('reports sessions that failed to load, and being offline; the jumps still show', async () => {
    const { openHistory, ports, seek, user } = await openBar({
      prepare: ({ api }) => api.refuse(listMyItemSessions, { kind: 'network' }),
    });
    seek(60);
    const dialog = await openHistory();
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText('Couldn’t load the listening sessions').textContent).not.toBe('');
    expect(dialog.getByRole('button', { name: 'Go back to 0:00' }).textContent).toBe('Go back there');
    act(() => ports.page.setOnline(false));
    ports.api.answer(listMyItemSessions, pageOf(1, session({ id: 'a' })));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(dialog.getByRole('list', { name: 'Listening sessions' }).childElementCount).toBe(1));
  });
});

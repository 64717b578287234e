import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SleepTimerEvent } from '../../../../src/machines/playback/player/sleep-timer.machine.ts';
import { closeSession, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { pressPlay } from '../../../support/dom/press-play.ts';
import { bookSession } from '../../../support/player-fixtures.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';
// The chunks of bar and popover load with this file, before the first test.
import '../../../../src/views/playback/player/player-bar.tsx';
import '../../../../src/views/playback/player/sleep-timer-popover.tsx';

takeOutUnbuiltPage();
afterEach(() => void vi.useRealTimers());

/** The player bar of a book with sound. */
async function openBar(session: object = bookSession()) {
  const client = openClient(UNBUILT.path, {
    prepare: ({ api }) => {
      api.answer(playItem, session);
      api.answer(syncSession, 'OK');
      api.answer(closeSession, 'OK');
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
  const button = () => bar.getByRole('button', { name: /^Sleep timer/ });
  return {
    ...client,
    audio,
    user,
    button,
    player,
    /** The clock shows 23:00 here. */
    setClock: () => vi.setSystemTime(new Date(2026, 0, 5, 23)),
    pause: () => act(() => player.send({ type: 'player.pause' })),
    seek: (time: number) => act(() => player.send({ type: 'player.seek', time })),
    /** Opens the popover and returns its content. */
    async open() {
      await user.click(button());
      return within(await screen.findByRole('dialog', { name: 'Sleep timer' }));
    },
    panel: () => screen.queryByRole('dialog', { name: 'Sleep timer' }),
    send: (event: SleepTimerEvent) => act(() => player.getSnapshot().children.sleepTimer.send(event)),
    countdown: (seconds: number) =>
      act(() =>
        player
          .getSnapshot()
          .children.sleepTimer.send({ type: 'sleepTimer.set', timer: { type: 'countdown', seconds } }),
      ),
  };
}

/** The space that Intl writes before 'PM'. */
const THIN = '\u202f';

/** The presets as they are read, with the end of each. */
const presetsOf = (popover: ReturnType<typeof within>) =>
  within(popover.getByRole('group', { name: 'Stop after' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent.replaceAll(THIN, ' ').trim());

describe('the button of the sleep timer', () => {
  test.each([
    [45, '45 s', 'SLP-022'],
    [28 * 60, '28 min', 'SLP-023'],
    [90 * 60, '90 min', 'SLP-023'],
    [120 * 60, '2 h', 'SLP-024'],
    [100 * 60, '1.7 h', 'SLP-024'],
  ])('in the bar shows the remaining %i s as %s (PLR-014, SLP-001, %s)', async (seconds, text) => {
    const { button, countdown } = await openBar();
    expect([button().textContent, button().getAttribute('aria-label')]).toEqual(['', 'Sleep timer']);
    countdown(seconds);
    expect([button().textContent, button().getAttribute('aria-label')]).toEqual([text, `Sleep timer: ${text} left`]);
  });

  test('shows EoC for the end of the chapter (SLP-002), and the number of chapters before it', async () => {
    const { button, send } = await openBar();
    send({ type: 'sleepTimer.set', timer: { type: 'chapter', count: 2 } });
    expect([button().textContent, button().getAttribute('aria-label')]).toEqual([
      '2 ch.',
      'Sleep timer: 2 chapters left',
    ]);
    send({ type: 'sleepTimer.set', timer: { type: 'chapter', count: 1 } });
    expect([button().textContent, button().getAttribute('aria-label')]).toEqual(['EoC', 'Sleep timer: end of chapter']);
  });
});

describe('the popover of the sleep timer', () => {
  test('offers the presets and the end of the chapter (SLP-003, SLP-004, CON-027); a choice sets it and closes', async () => {
    const { button, open, panel, setClock, user } = await openBar();
    setClock();
    const popover = await open();
    expect(presetsOf(popover)).toEqual([
      '5 min 11:05 PM',
      '15 min 11:15 PM',
      '20 min 11:20 PM',
      '30 min 11:30 PM',
      '45 min 11:45 PM',
      '60 min 12:00 AM',
      '90 min 12:30 AM',
      '120 min 1:00 AM',
      'End of chapter Ends at 11:00 PM',
      '2 chapters Ends at 11:03 PM',
    ]);
    const preset = popover.getByRole('button', { name: '20 min' });
    expect(preset.getAttribute('aria-description')).toBe('Ends at 11:20 PM');
    await user.click(preset);
    await waitFor(() => expect(panel()).toBe(null));
    expect(button().textContent).toBe('20 min');
    expect(document.activeElement).toBe(button());
  });

  test('is 350 px wide (CON-069)', async () => {
    const { open, panel } = await openBar();
    await open();
    expect(panel()?.style.width).toBe('21.875rem');
  });

  test('offers no end of chapter without chapters (SLP-004)', async () => {
    const { open } = await openBar(bookSession({ chapters: [] }));
    const popover = await open();
    expect(popover.queryByRole('button', { name: /chapter/ })).toBe(null);
  });

  test('offers as many chapters as are left, with their end times; a choice sets it', async () => {
    const chapters = [0, 600, 1200, 1800, 2400, 3000].map((start, id) => ({
      id,
      start,
      end: start + 600,
      title: `Chapter ${id}`,
    }));
    const [track] = (bookSession() as { audioTracks: object[] }).audioTracks;
    const book = bookSession({ chapters, duration: 3600, audioTracks: [{ ...track, duration: 3600 }] });
    const { button, open, player, seek, setClock, user } = await openBar(book);
    setClock();
    const popover = await open();
    const choices = () => presetsOf(popover).slice(8);
    expect(choices()).toEqual([
      'End of chapter Ends at 11:10 PM',
      '2 chapters Ends at 11:20 PM',
      '3 chapters Ends at 11:30 PM',
      '5 chapters Ends at 11:50 PM',
    ]);
    seek(1500);
    expect(choices()).toEqual([
      'End of chapter Ends at 11:05 PM',
      '2 chapters Ends at 11:15 PM',
      '3 chapters Ends at 11:25 PM',
    ]);
    act(() => player.send({ type: 'player.setRate', rate: 2 }));
    expect(choices()[2]).toBe('3 chapters Ends at 11:12 PM');
    await user.click(popover.getByRole('button', { name: /^3 chapters/ }));
    expect(button().textContent).toBe('3 ch.');
  });

  test('shows when a timer ends; during a pause, the rest of a timer of chapters', async () => {
    const { countdown, open, pause, player, seek, send, setClock } = await openBar();
    setClock();
    countdown(20 * 60);
    const popover = await open();
    const said = () =>
      [...(popover.getByText(/^Stops /).parentElement?.children ?? [])].map(({ textContent }) =>
        textContent.replaceAll(THIN, ' '),
      );
    expect(said()).toEqual(['Stops in 20 min', 'Ends at 11:20 PM']);
    send({ type: 'sleepTimer.set', timer: { type: 'chapter', count: 2 } });
    expect(said()).toEqual(['Stops after 2 chapters', 'Ends at 11:03 PM']);
    seek(120);
    expect(said()).toEqual(['Stops at the end of the chapter', 'Ends at 11:01 PM']);
    pause();
    expect(said()).toEqual(['Stops at the end of the chapter', '63 s left']);
    act(() => player.send({ type: 'player.setRate', rate: 2 }));
    expect(said()).toEqual(['Stops at the end of the chapter', '32 s left']);
    const presets = presetsOf(popover);
    expect([presets[0], presets.at(-1)]).toEqual(['5 min', 'End of chapter 32 s left']);
    countdown(20 * 60);
    expect(said()).toEqual(['Stops in 20 min']);
  });

  test('takes a custom time in minutes, (SLP-005, SLP-009)', async () => {
    const { button, open, panel, user } = await openBar();
    const popover = await open();
    const field = popover.getByRole('spinbutton', { name: 'Custom time in minutes' });
    expect(field.getAttribute('min')).toBe('0.1');
    await user.type(field, '0.5{Enter}');
    await waitFor(() => expect(panel()).toBe(null));
    expect(button().textContent).toBe('30 s');
  });

  test.each([
    ['{Enter}', 'SLP-006'],
    ['0{Enter}', 'SLP-008'],
    ['0.05{Enter}', 'SLP-010'],
    ['-5{Enter}', 'SLP-008'],
    ['e{Enter}', 'SLP-007'],
  ])('clears and ignores a custom time of %s (%s)', async (keys) => {
    const { button, open, panel, user } = await openBar();
    const popover = await open();
    const field = popover.getByRole<HTMLInputElement>('spinbutton', { name: 'Custom time in minutes' });
    await user.type(field, keys);
    expect([field.value, button().textContent, panel() === null]).toEqual(['', '', false]);
  });

  test('extends and shortens a countdown by 5 and 30 minutes, and stays (SLP-015, SLP-017, SLP-019)', async () => {
    const { button, countdown, open, user } = await openBar();
    countdown(20 * 60);
    const popover = await open();
    const left: unknown[] = [];
    for (const name of ['30 minutes more', '5 minutes more', '30 minutes less', '5 minutes less']) {
      await user.click(popover.getByRole('button', { name }));
      left.push(button().textContent);
    }
    expect(left).toEqual(['50 min', '55 min', '25 min', '20 min']);
    expect(popover.getByText('Stops in 20 min').textContent).toBe('Stops in 20 min');
  });

  test('shortens by 30 minutes only while so much is left (SLP-021)', async () => {
    const { countdown, open } = await openBar();
    countdown(30 * 60 - 1);
    const popover = await open();
    const isDisabled = (name: string) => popover.getByRole('button', { name }).hasAttribute('disabled');
    expect([isDisabled('30 minutes less'), isDisabled('5 minutes less')]).toEqual([true, false]);
    countdown(30 * 60);
    expect([isDisabled('30 minutes less'), isDisabled('5 minutes less')]).toEqual([false, false]);
  });

  test('extends and shortens no timer of chapters (SLP-018)', async () => {
    const { open, send } = await openBar();
    const popover = await open();
    send({ type: 'sleepTimer.set', timer: { type: 'chapter', count: 1 } });
    expect(popover.getByText('Stops at the end of the chapter').textContent).toBe('Stops at the end of the chapter');
    expect(popover.queryByRole('button', { name: /minutes (more|less)$/ })).toBe(null);
  });

  test('turns the timer off', async () => {
    const { button, countdown, open, panel, user } = await openBar();
    countdown(600);
    const popover = await open();
    await user.click(popover.getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(panel()).toBe(null));
    expect(button().textContent).toBe('');
  });

  test('has the fade setting, which is kept', async () => {
    const { open, ports, user } = await openBar();
    const popover = await open();
    const fades = popover.getByRole<HTMLInputElement>('switch', { name: 'Fade out in the last 30 seconds' });
    expect(fades.checked).toBe(true);
    await user.click(fades);
    expect(fades.checked).toBe(false);
    expect(JSON.parse(ports.storage.texts.get('userSettings') ?? '{}')).toMatchObject({ sleepTimerFades: false });
  });
});

test('its end is announced in the live region of notices, its last seconds with more time (SLP-014)', async () => {
  const { button, countdown, ports, user } = await openBar();
  countdown(20);
  const notices = within(screen.getByRole('region', { name: 'Notifications' }));
  await user.click(notices.getByRole('button', { name: 'Add 5 minutes' }));
  expect(button().textContent).toBe('6 min');
  countdown(10);
  act(() => ports.media.playFor(10));
  const done = notices.getByText('Sleep timer done');
  expect(done.closest('[aria-live="polite"]')).not.toBe(null);
  expect(button().textContent).toBe('');
});

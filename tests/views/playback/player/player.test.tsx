import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PlayerEvent } from '../../../../src/machines/playback/player/player.context.ts';
import { closeSession, playEpisode, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { pressPlay } from '../../../support/dom/press-play.ts';
import { BOOK, bookProgress, bookSession } from '../../../support/player-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';

takeOutUnbuiltPage();

const PREVIEW = { title: 'A Study in Scarlet', author: 'Arthur Conan Doyle', coverUpdatedAt: 5, duration: 182 };

const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled');

async function openPlayer({ session = bookSession() }: { session?: object } = {}) {
  const client = openClient(UNBUILT.path, {
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
  /** The press, until the bar's code is loaded. */
  const press = async (preview = PREVIEW) => {
    await pressPlay(client, preview);
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
  test('is absent while nothing is open', async () => {
    await openPlayer();
    expect(screen.queryByRole('region', { name: 'Player' })).toBe(null);
  });

  test("shows the caller's data on a press, without waiting for the server (PLR-003, PLR-004)", async () => {
    const { ports, bar, press } = await openPlayer();
    ports.api.defer(playItem);
    await press();
    expect(bar().getByRole('link', { name: 'A Study in Scarlet' }).getAttribute('href')).toBe(
      `/item/${BOOK.libraryItemId}`,
    );
    expect(bar().getByText('Arthur Conan Doyle').textContent).toBe('Arthur Conan Doyle');
    const cover = new URL(document.querySelector('[data-dock] img')?.getAttribute('src') ?? '', document.baseURI);
    expect([cover.pathname, cover.searchParams.get('ts')]).toEqual([`/api/items/${BOOK.libraryItemId}/cover`, '5']);
    expect(isDisabled(bar().getByRole('button', { name: 'Pause' }))).toBe(false);
    expect(isDisabled(bar().getByRole('button', { name: 'Close player' }))).toBe(true);
  });

  test('its cover has the equaliser while there is sound; the length shows beside the share too (PLR-008)', async () => {
    const { bar, play, send } = await openPlayer();
    await play();
    expect(bar().getByRole('img', { name: 'Playing' }).querySelector('[data-moves="true"]')).not.toBe(null);
    expect(bar().getAllByText('3:02').length).toBe(2);
    send({ type: 'player.pause' });
    expect(bar().queryByRole('img', { name: 'Playing' })).toBe(null);
  });

  test('the X closes it with a way back (PLR-009)', async () => {
    const { bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Close player' }));
    expect(screen.queryByRole('region', { name: 'Player' })).toBe(null);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(bar().getByRole('button', { name: 'Play' })).not.toBe(null);
  });

  test('links its authors, and names the chapter (PLR-005, PLR-023)', async () => {
    const { bar, play } = await openPlayer();
    await play();
    expect(bar().getByRole('link', { name: 'Arthur Conan Doyle' }).getAttribute('href')).toMatch(/^\/author\//);
    expect(bar().getByText('Opening').textContent).toBe('Opening');
  });

  test('has a time line, with the time played and left (PLR-020, PLR-021, PLR-025)', async () => {
    const { bar, play } = await openPlayer();
    await play();
    expect(bar().getByText('0%').textContent).toBe('0%');
    expect(bar().getByLabelText('Time played').textContent).toBe('0:00');
    expect(bar().getByLabelText('Time left').textContent).toBe('-3:02');
    expect(bar().getByRole('slider', { name: 'Timeline' }).getAttribute('aria-valuetext')).toBe(
      'Chapter 1, 0 seconds of 3 minutes',
    );
  });

  test('shows and announces what it waits for while the server is down', async () => {
    const { audio, bar, play, ports } = await openPlayer();
    await play();
    ports.api.refuse(playItem, { kind: 'network' });
    act(() => audio.fail(2));
    await waitFor(() => expect(bar().getByText('Waiting for the server…').textContent).toBe('Waiting for the server…'));
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Waiting for the server…');
    expect(bar().queryByText('Opening')).toBe(null);
  });

  test('of an episode shows the podcast and its author as text, while it opens and after (PLR-006)', async () => {
    const { bar, ports, send } = await openPlayer();
    ports.api.answer(playEpisode, recording('items/play-episode').response.body);
    send({
      type: 'player.play',
      libraryItemId: 'podcast',
      episodeId: 'episode',
      preview: { ...PREVIEW, title: 'The Fox and the Grapes', author: 'The Aesop Players', podcast: 'Fables Daily' },
    });
    act(() => ports.clock.advance(250));
    await screen.findByRole('region', { name: 'Player' });
    const byline = () => bar().getByText(/Fables Daily/).textContent;
    expect([byline(), bar().queryByRole('link', { name: /Aesop/ })]).toEqual([
      'Fables Daily · The Aesop Players',
      null,
    ]);
    await bar().findByRole('link', { name: 'The Fox and the Grapes (8)' });
    expect([byline(), bar().queryByRole('link', { name: /Aesop/ })]).toEqual([
      'Fables Daily · The Aesop Players',
      null,
    ]);
  });

  test('shows the played share of the item in percent (PLR-022)', async () => {
    const { bar, play, send } = await openPlayer();
    await play();
    const share = () => bar().getByText(/^\d+%$/).textContent;
    expect(share()).toBe('0%');
    send({ type: 'player.seek', time: 91.3 });
    expect(share()).toBe('50%');
    send({ type: 'player.seek', time: 182.5 });
    expect(share()).toBe('100%');
  });

  test('without an author says so (PLR-007)', async () => {
    const { bar, press, ports } = await openPlayer();
    ports.api.defer(playItem);
    await press({ ...PREVIEW, author: '' });
    expect(bar().getByText('Unknown author').textContent).toBe('Unknown author');
  });

  test('jumps 10 s each way, or by the amounts of the settings (PLR-046, PLR-047, CON-026)', async () => {
    const { app, audio, bar, play, ports, user } = await openPlayer();
    await play();
    act(() => ports.clock.advance(400));
    await user.click(bar().getByRole('button', { name: 'Forward 10 seconds' }));
    expect(audio.currentTime).toBe(10);
    await user.click(bar().getByRole('button', { name: 'Back 10 seconds' }));
    expect(audio.currentTime).toBe(0);
    const change = { jumpForwardAmount: 20, jumpBackwardAmount: 15 };
    act(() => app.system.get('preferences').send({ type: 'preferences.set', change }));
    await user.click(bar().getByRole('button', { name: 'Forward 20 seconds' }));
    expect(audio.currentTime).toBe(20);
    await user.click(bar().getByRole('button', { name: 'Back 15 seconds' }));
    expect(audio.currentTime).toBe(5);
  });

  test('transport buttons play, pause and go to the next chapter (PLR-010, PLR-045, PLR-051)', async () => {
    const { audio, bar, play, ports, user } = await openPlayer();
    await play();
    act(() => ports.clock.advance(400));
    await user.click(bar().getByRole('button', { name: 'Next chapter' }));
    expect(audio.src).toBe('/public/session/session-1/track/2');
    expect(isDisabled(bar().getByRole('button', { name: 'Next chapter' }))).toBe(true);
    act(() => ports.clock.advance(400));
    await user.click(bar().getByRole('button', { name: 'Pause' }));
    expect(audio.paused).toBe(true);
    await user.click(bar().getByRole('button', { name: 'Play' }));
    expect(audio.paused).toBe(false);
  });

  test('the time line follows the sound and seeks on release', async () => {
    const { bar, play, ports, user, app } = await openPlayer();
    await play();
    act(() => ports.media.playFor(5));
    expect(bar().getByLabelText('Time played').textContent).toBe('0:05');
    bar().getByRole('slider', { name: 'Timeline' }).focus();
    await user.keyboard('{PageUp}');
    expect(app.system.get('player').getSnapshot().context.playhead.getSnapshot().context.time).toBeCloseTo(65, 0);
  });

  test('in chapter-track mode times and line are about the chapter (PLR-024, AMB-39)', async () => {
    const { app, bar, play, send } = await openPlayer();
    act(() =>
      app.system
        .get('preferences')
        .send({ type: 'preferences.set', change: { useChapterTrack: true, playbackRate: 2 } }),
    );
    await play();
    send({ type: 'player.seek', time: 40.5 });
    expect(['Rest', 'chapter 2 of 2', '6%'].map((text) => bar().getByText(text).tagName)).toEqual([
      'SPAN',
      'SPAN',
      'SPAN',
    ]);
    expect(bar().getByLabelText('Time played').textContent).toBe('0:04');
    expect(bar().getByLabelText('Time left').textContent).toBe('-1:11');
  });

  test('times are those of the book at any speed; the time left is at the speed and says so (AMB-38)', async () => {
    const { app, bar, play, send, user } = await openPlayer();
    await play();
    expect([bar().getByLabelText('Length').textContent, bar().queryByText('Time left at 2.0× speed')]).toEqual([
      '3:02',
      null,
    ]);
    act(() => app.system.get('preferences').send({ type: 'preferences.set', change: { playbackRate: 2 } }));
    send({ type: 'player.seek', time: 40.5 });
    const [elapsed, remaining, length] = ['Time played', 'Time left', 'Length'].map(
      (name) => bar().getByLabelText(name).textContent,
    );
    expect([elapsed, remaining, length]).toEqual(['0:40', '-1:11', '3:02']);
    expect(bar().getByText('Time left at 2.0× speed').isConnected).toBe(true);
    await user.click(bar().getByRole('button', { name: 'Chapters' }));
    const list = within(await screen.findByRole('dialog', { name: 'Chapters' }));
    expect(list.getAllByRole('gridcell').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/0:00$/),
      expect.stringMatching(/0:30$/),
    ]);
  });

  test('the chapters open in a list 600 px wide, with the current one marked (PLR-057, PLR-058, CON-067)', async () => {
    const { bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Chapters' }));
    const chapters = await screen.findByRole('dialog', { name: 'Chapters' });
    expect(chapters.style.maxWidth).toBe('37.5rem');
    expect(
      within(chapters)
        .getAllByRole('button', { name: /Opening|Rest/ })
        .map((button) => [button.textContent, button.getAttribute('aria-current')]),
    ).toEqual([
      ['Opening0:00', 'true'],
      ['Rest0:30', null],
    ]);
  });

  test('a chapter that is chosen in the list plays, and those before it are marked (PLR-059, PLR-062)', async () => {
    const { audio, bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Chapters' }));
    const chapters = await screen.findByRole('dialog', { name: 'Chapters' });
    await user.click(within(chapters).getByRole('button', { name: /Rest/ }));
    expect(audio.src).toBe('/public/session/session-1/track/2');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chapters' })).toBe(null));
    await user.click(bar().getByRole('button', { name: 'Chapters' }));
    const later = await screen.findByRole('dialog', { name: 'Chapters' });
    expect(
      within(later)
        .getAllByRole('gridcell')
        .map(({ firstElementChild: row }) => [row?.textContent, row?.getAttribute('aria-current')]),
    ).toEqual([
      ['Openingplayed0:00', null],
      ['Rest0:30', 'true'],
    ]);
  });

  test('after a pointer opened the chapters their button has the focus; after their key, the previous element', async () => {
    const { bar, play, send, user } = await openPlayer();
    await play();
    const button = () => bar().getByRole('button', { name: 'Chapters' });
    await user.click(button());
    await screen.findByRole('dialog', { name: 'Chapters' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chapters' })).toBe(null));
    await waitFor(() => expect(document.activeElement).toBe(button()));
    act(() => button().blur());
    send({ type: 'player.openChapters' });
    const chapters = await screen.findByRole('dialog', { name: 'Chapters' });
    await waitFor(() => expect(chapters.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(document.body));
  });

  describe('a long list of chapters', () => {
    const chapters = Array.from({ length: 25 }, (_, id) => ({
      id,
      start: id * 7,
      end: id * 7 + 7,
      title: id === 20 ? 'Epilogue' : `Chapter ${id + 1}`,
    }));
    const titles = (dialog: HTMLElement) =>
      within(dialog)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent?.replace(/(played)?\d:\d\d$/, ''));

    async function openChapters() {
      const client = await openPlayer({ session: bookSession({ chapters }) });
      await client.play();
      client.send({ type: 'player.openChapters' });
      return { ...client, dialog: await screen.findByRole('dialog', { name: 'Chapters' }) };
    }

    test('is searched by a text, and Enter plays the first match', async () => {
      const { dialog, app, user } = await openChapters();
      await user.type(within(dialog).getByLabelText('Find a chapter'), 'EPI');
      expect([titles(dialog), within(dialog).getByRole('status').textContent]).toEqual([
        ['Epilogue'],
        '1 chapter found',
      ]);
      await user.keyboard('{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chapters' })).toBe(null));
      expect(app.system.get('player').getSnapshot().context.playhead.getSnapshot().context.time).toBe(140);
    });

    test('shows an empty result; Escape clears the field before it closes anything', async () => {
      const { dialog, user } = await openChapters();
      const field = within(dialog).getByLabelText('Find a chapter');
      await user.type(field, 'x');
      expect(within(dialog).getByRole('status').textContent).toBe('No chapter found');
      await user.keyboard('{Escape}');
      expect([titles(dialog)[0], field.getAttribute('value')]).toEqual(['Chapter 1', '']);
    });

    test('starts with the focus at the current one; arrows, End and typing continue from there', async () => {
      const { dialog, user } = await openChapters();
      const focused = () => document.activeElement?.textContent?.replace(/\d:\d\d$/, '');
      await waitFor(() => expect(focused()).toBe('Chapter 1'));
      await user.keyboard('{ArrowDown}');
      expect(focused()).toBe('Chapter 2');
      await user.keyboard('{End}');
      expect(focused()).toBe('Chapter 25');
      await user.keyboard('e');
      expect(focused()).toBe('Epilogue');
      await user.keyboard('{Home}');
      expect([focused(), dialog.isConnected]).toEqual(['Chapter 1', true]);
    });

    test('renders only the rows in view', async () => {
      const { dialog } = await openChapters();
      expect(within(dialog).getByRole('grid').getAttribute('aria-rowcount')).toBe('25');
      expect(within(dialog).getAllByRole('row').length).toBeLessThan(10);
    });
  });

  test('the title of the document shows what plays, or only the page; the bar outlives pages (PLR-002, GEN-006)', async () => {
    const { audio, play, send, visit } = await openPlayer();
    const page = document.title;
    await play();
    expect(document.title).toBe(`▶ A Study in Scarlet · ${page}`);
    const dock = document.querySelector('[data-dock]');
    await visit('/account');
    await waitFor(() => expect(document.title).toBe('▶ A Study in Scarlet · Account · Earmark'));
    expect([dock?.isConnected, audio.paused]).toEqual([true, false]);
    send({ type: 'player.pause' });
    expect(document.title).toBe('Account · Earmark');
  });

  test('the cover opens the full-screen player with chapters beside it, and no control twice (GEN-015)', async () => {
    const { bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Open full player' }));
    const full = await screen.findByRole('dialog', { name: 'Player' });
    expect(within(full).getByRole('grid', { name: 'Chapters' }).isConnected).toBe(true);
    expect(full.querySelector('.tinted .equaliser')).toBe(null);
    const names = [...document.querySelectorAll('[data-dock] [aria-label]')].map((part) =>
      part.getAttribute('aria-label'),
    );
    for (const start of ['Queue', 'Speed']) expect(names.some((name) => name?.startsWith(start))).toBe(true);
    for (const name of ['Pause', 'Bookmarks', 'Sleep timer', 'Position in the chapter', 'Timeline', 'Mute'])
      expect([name, names.filter((one) => one === name).length]).toEqual([name, 1]);
    expect(screen.queryByRole('button', { name: 'Close player' })).toBe(null);
    await user.click(within(full).getByRole('button', { name: 'Minimize player' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Player' })).toBe(null));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Open full player'));
    expect(bar().getByRole('button', { name: 'Pause' }).isConnected).toBe(true);
  });

  test('an item without chapters has no such button, and previous goes to the beginning (PLR-017, PLR-061)', async () => {
    const { bar, play } = await openPlayer({ session: bookSession({ chapters: [] }) });
    await play();
    expect(bar().queryByRole('button', { name: 'Chapters' })).toBe(null);
    expect(isDisabled(bar().getByRole('button', { name: 'Restart' }))).toBe(false);
  });

  test('speed is chosen from presets, each with the time left at it, or stepped (PLR-075, PLR-011, PLR-069)', async () => {
    const { audio, bar, play, ports, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Speed 1.0×' }));
    await screen.findByRole('menu');
    const presets = within(screen.getByRole('group', { name: 'Speed' })).getAllByRole('menuitemradio');
    expect(presets.map((choice) => choice.textContent)).toEqual([
      '0.5× 6 min left',
      '1.0× 3 min left',
      '1.2× 3 min left',
      '1.5× 2 min left',
      '2.0× 2 min left',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBe(null));
    expect(ports.storage.texts.get('userSettings')).toBe(undefined);
    await user.click(bar().getByRole('button', { name: 'Speed 1.0×' }));
    await screen.findByRole('menu');
    await user.click(screen.getByRole('menuitemradio', { name: /^1\.5×/ }));
    expect(audio.playbackRate).toBe(1.5);
    await waitFor(() => expect(screen.queryByRole('menu')).toBe(null));
    const speed = bar().getByRole('button', { name: 'Speed 1.5×' });
    expect(speed.textContent).toBe('1.5×');
    await waitFor(() => expect(document.activeElement).toBe(speed));
  });

  test('a step of the speed leaves its menu open for the next one, and is announced to screen readers', async () => {
    const { audio, bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Speed 1.0×' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Faster/ }));
    await user.click(screen.getByRole('menuitem', { name: /^Faster/ }));
    expect(audio.playbackRate).toBe(1.2);
    const report = screen.getByText('Speed 1.2×');
    expect([report.getAttribute('aria-live'), report.closest('[aria-hidden="true"]')]).toEqual(['polite', null]);
    await user.click(screen.getByRole('menuitem', { name: /^Slower/ }));
    expect(audio.playbackRate).toBe(1.1);
    expect(screen.queryByRole('menu')).not.toBe(null);
  });

  test('the volume icon has one wave up to the half, two above and a cross at zero (PLR-081 to PLR-083)', async () => {
    const { bar, play, send } = await openPlayer();
    await play();
    const sign = (volume: number) => {
      send({ type: 'player.setVolume', volume });
      const [button] = bar()
        .getAllByRole('button')
        .filter((found) => found.getAttribute('aria-pressed') !== null);
      return /lucide-volume-(\w+)/.exec(button?.querySelector('svg')?.getAttribute('class') ?? '')?.[1];
    };
    expect([1, 0.51, 0.5, 0.3, 0.01, 0].map((volume) => [volume, sign(volume)])).toEqual([
      [1, '2'],
      [0.51, '2'],
      [0.5, '1'],
      [0.3, '1'],
      [0.01, '1'],
      [0, 'x'],
    ]);
  });

  test('mute and back (PLR-012)', async () => {
    const { audio, bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Mute' }));
    expect(audio.volume).toBe(0);
    await user.click(bar().getByRole('button', { name: 'Unmute' }));
    expect(audio.volume).toBe(1);
  });

  test('a device whose volume a page can’t set has no slider, and is muted and not', async () => {
    const { audio, bar, play, ports, user } = await openPlayer();
    ports.capabilities.setsVolume = false;
    await play();
    const mute = bar().getByRole('button', { name: 'Mute' });
    await user.hover(mute);
    expect(bar().queryByRole('slider', { name: 'Volume' })).toBe(null);
    await user.click(mute);
    expect(audio.muted).toBe(true);
    await user.click(bar().getByRole('button', { name: 'Unmute' }));
    expect(audio.muted).toBe(false);
  });

  test('a failure shows with a retry', async () => {
    const { bar, ports, press, user, audio } = await openPlayer();
    ports.api.refuseOnce(playItem, { kind: 'server', status: 500, message: '' });
    await press();
    expect((await bar().findByRole('alert')).textContent).toContain('Couldn’t play this.');
    await user.click(bar().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(audio.src).toBe('/public/session/session-1/track/1'));
    expect(bar().queryByRole('alert')).toBe(null);
  });

  test('closing removes the bar', async () => {
    const { bar, play, user } = await openPlayer();
    await play();
    await user.click(bar().getByRole('button', { name: 'Close player' }));
    expect(screen.queryByRole('region', { name: 'Player' })).toBe(null);
  });

  test('a tick of the time renders only the time line', async () => {
    const { play, ports } = await openPlayer();
    await play();
    act(() => ports.media.playFor(1));
    const changed: string[] = [];
    const watcher = new MutationObserver((records) =>
      changed.push(
        ...records.map(
          ({ target }) =>
            (target instanceof Element ? target : target.parentElement)
              ?.closest('[data-dock], main, header, nav')
              ?.getAttribute('data-dock') ?? 'outside',
        ),
      ),
    );
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
    send({
      type: 'server.progress.updated',
      progress: {
        sessionId: 'phone',
        deviceDescription: 'Phone / v2',
        data: bookProgress({ currentTime: 90, lastUpdate: 9e12 }),
      },
    });
    expect(screen.getByText('Also playing on Phone / v2. The latest position is kept.').isConnected).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/Also playing on/)).toBe(null);
  });

  test('a long jump shows a notice, and can be undone', async () => {
    const { audio, play, send, user } = await openPlayer();
    await play();
    send({ type: 'player.seek', time: 20 });
    expect(screen.queryByText('Moved to 0:20')).toBe(null);
    send({ type: 'player.seek', time: 150 });
    audio.becomeReady(26);
    expect((await screen.findByText('Moved to 2:30')).closest('[role="status"]')?.isConnected).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    audio.becomeReady(26);
    expect([screen.queryByText('Moved to 2:30'), audio.currentTime]).toEqual([null, 0]);
  });

  test('a position moved by another device can be undone', async () => {
    const { audio, play, send, user } = await openPlayer();
    await play();
    send({ type: 'player.seek', time: 12 });
    send({ type: 'player.pause' });
    send({
      type: 'server.progress.updated',
      progress: {
        sessionId: 'phone',
        deviceDescription: 'Phone / v2',
        data: bookProgress({ currentTime: 20, lastUpdate: 9e12 }),
      },
    });
    expect(audio.currentTime).toBe(20);
    expect(screen.getByText('Moved to 0:20 by Phone / v2').isConnected).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(audio.currentTime).toBe(12);
  });
});

import type { ComponentProps } from 'react';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignedIn } from '../../../src/schemas/api/auth.ts';
import type { TabPlayer } from '../../../src/schemas/tab-message.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { getProgress, updateProgress } from '../../../src/services/endpoints/me.ts';
import { closeSession, playItem, syncSession } from '../../../src/services/endpoints/playback.ts';
import { openClient } from '../../support/dom/client.tsx';
import { begunProgress, bookBody } from '../../support/item-fixtures.ts';
import { bookSession } from '../../support/player-fixtures.ts';
import { ebookBody } from '../../support/reader-fixtures.ts';
import { recording } from '../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/reader/reader.machine.ts';
import '../../../src/views/browse/item/item-page.tsx';
import '../../../src/views/playback/player/player-bar.tsx';
import '../../../src/views/playback/player/reading-other-player.tsx';
import '../../../src/views/playback/player/reading-player.tsx';
import '../../../src/views/reader/reader-dialog.tsx';

/** Counts renders of the player's fixed parts. */
const drawn = vi.hoisted(() => ({ times: 0 }));
vi.mock('../../../src/views/shared/jump-button.tsx', async (load) => {
  const { JumpButton } = await load<typeof import('../../../src/views/shared/jump-button.tsx')>();
  return {
    JumpButton: (props: ComponentProps<typeof JumpButton>) => {
      drawn.times += 1;
      return <JumpButton {...props} />;
    },
  };
});

const { id } = bookBody;
const chapter = (index: number, title: string) => ({ id: index, start: index * 60, end: index * 60 + 60, title });

const { user } = recording('auth/login-root').response.body as SignedIn;
/** Messages of the player of another tab. */
const inOtherTab: TabPlayer = {
  userId: user.id,
  media: { libraryItemId: 'other', episodeId: null },
  preview: { title: 'A book', author: '', podcast: '', coverUpdatedAt: null, duration: 100 },
  tab: 'other',
  time: 20,
  at: 0,
  rate: 1,
  wantsSound: true,
  sounds: true,
};

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

/** The reader of a book with sound whose chapters have these titles; its text has 'One' and 'Two'. */
async function read(titles: readonly string[]) {
  const chapters = titles.map((title, index) => chapter(index, title));
  const book = ebookBody();
  const client = openClient(`/item/${id}?read=77`, {
    prepare: ({ api }) => {
      api.answer(getItem, { ...book, media: { ...book.media, chapters } });
      api.answer(playItem, bookSession({ libraryItemId: id, chapters, currentTime: 10 }));
      api.answer(syncSession, 'OK');
      api.answer(closeSession, 'OK');
      api.answer(updateProgress, 'OK');
      api.answer(getProgress, begunProgress());
    },
  });
  const inside = within(await screen.findByRole('dialog', { name: /^Reading/ }));
  await inside.findByText('Page 1 of 5 in chapter');
  /** There is sound, and the player is rendered. */
  const sound = async () => {
    await waitFor(() => expect(client.ports.media.audio.src).not.toBe(''));
    act(() => client.ports.media.audio.becomeReady(26));
    act(() => client.ports.clock.advance(1000));
  };
  const play = async (startTime: number) => {
    const player = client.app.system.get('player');
    act(() => player.send({ type: 'player.play', libraryItemId: id, episodeId: null, startTime }));
    await sound();
    return within(await inside.findByRole('region', { name: 'Player' }));
  };
  return { ...client, inside, play, sound };
}

describe('while something plays', () => {
  test('only the counting parts render each second, not the player around them', async () => {
    const { play, ports } = await read([]);
    const player = await play(0);
    const left = () => player.getByText(/^-\d/).textContent;
    const said = [left()];
    const before = drawn.times;
    expect(before).toBeGreaterThan(0);
    for (const second of [3, 4, 5, 6]) {
      act(() => ports.media.audio.playTo(second));
      act(() => ports.clock.advance(1000));
      said.push(left());
    }
    expect(new Set(said).size).toBe(said.length);
    expect(drawn.times).toBe(before);
  });

  test('its buttons are below the pages; keys turn pages and do not reach it (pitfall 39)', async () => {
    const { inside, play, ports } = await read([]);
    const player = await play(0);
    const surface = inside.getByRole('region', { name: 'Page' });
    fireEvent.keyDown(surface, { key: ' ' });
    await inside.findByText('Page 2 of 5 in chapter');
    const pause = player.getByRole('button', { name: 'Pause' });
    expect([pause.getAttribute('aria-keyshortcuts'), ports.media.audio.paused]).toEqual([null, false]);
    fireEvent.keyDown(pause, { key: 'ArrowLeft' });
    await inside.findByText('Page 1 of 5 in chapter');
    fireEvent.keyDown(pause, { key: ' ' });
    await userEvent.click(pause);
    await player.findByRole('button', { name: 'Play' });
    expect([ports.media.audio.paused, ports.readers.requested]).toEqual([true, ['next', 'previous']]);
  });

  test('links lead to the text of the playing chapter, and back', async () => {
    const { inside, play } = await read(['Chapter 1', 'Chapter 2']);
    const player = await play(60);
    await userEvent.click(player.getByRole('button', { name: 'Read the chapter that’s playing: “Two”' }));
    await inside.findByText('Page 3 of 5 in chapter');
    expect(player.queryByRole('button', { name: /^Read the chapter/ })).toBeNull();
    await userEvent.click(inside.getByRole('button', { name: 'Go back' }));
    await inside.findByText('Page 1 of 5 in chapter');
  });
});

test('the player of another tab has its buttons below the pages, and no key', async () => {
  const { inside, ports } = await read([]);
  // The other tab lives as long as it holds its lock.
  const end = await ports.locks.hold(`tab.${inOtherTab.tab}`, new AbortController().signal);
  act(() => ports.tabChannel.notify({ type: 'tab.played', player: inOtherTab }));
  const player = within(await inside.findByRole('region', { name: 'Player in another tab' }));
  expect(player.getByText('Playing in another tab')).toBeTruthy();
  fireEvent.keyDown(inside.getByRole('region', { name: 'Page' }), { key: ' ' });
  await inside.findByText('Page 2 of 5 in chapter');
  const pause = player.getByRole('button', { name: 'Pause' });
  expect(pause.getAttribute('aria-keyshortcuts')).toBeNull();
  const pressed = () => ports.tabChannel.posted.filter(({ type }) => type === 'tab.pressed');
  expect(pressed()).toEqual([]);
  await userEvent.click(pause);
  await userEvent.click(player.getByRole('button', { name: 'Back 10 seconds' }));
  expect(pressed()).toMatchObject([{ command: 'player.toggle' }, { command: 'player.jumpBackward' }]);
  act(() => end());
  await waitFor(() => expect(inside.queryByRole('region', { name: 'Player in another tab' })).toBeNull());
});

describe('a book with sound', () => {
  test('plays the chapter of the page, with a way back to the listening position', async () => {
    const { inside, sound } = await read(['Intro', 'II', 'I']);
    await userEvent.click(inside.getByRole('button', { name: 'Listen from “I”' }));
    await sound();
    const notice = await inside.findByText(/^Moved to/);
    const bar = within(notice.parentElement ?? document.body);
    await userEvent.click(bar.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(inside.queryByText(/^Moved to/)).toBeNull());
  });

  test('without a chapter of that name offers no sound', async () => {
    const { inside } = await read(['Prologue', 'Epilogue']);
    expect(inside.queryByRole('button', { name: /^Listen from/ })).toBeNull();
  });
});

test('at the end the book is marked finished on request', async () => {
  const { inside, ports } = await read([]);
  expect(inside.queryByText('You’ve reached the end.')).toBeNull();
  for (let page = 1; page < 5; page++) fireEvent.keyDown(inside.getByRole('region', { name: 'Page' }), { key: ' ' });
  await inside.findByText('You’ve reached the end.');
  expect(ports.api.inputsOf(updateProgress)).toEqual([]);
  await userEvent.click(inside.getByRole('button', { name: 'Mark as finished' }));
  await waitFor(() => expect(JSON.stringify(ports.api.inputsOf(updateProgress))).toContain('"isFinished":true'));
  expect(inside.queryByText('You’ve reached the end.')).toBeNull();
});

test('the remaining time shows once the pace is known', async () => {
  const { inside, ports } = await read([]);
  expect(inside.queryByText(/ left in book$/)).toBeNull();
  act(() => ports.clock.advance(61_000));
  fireEvent.keyDown(inside.getByRole('region', { name: 'Page' }), { key: ' ' });
  expect((await inside.findByText(/ left in book$/)).textContent).toBe('3 min left in book');
  expect(inside.getByText(/ left in chapter$/).textContent).toBe('3 min left in chapter');
});

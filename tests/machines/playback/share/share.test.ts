import { describe, expect, test, vi } from 'vitest';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import type { PlayerCommand } from '../../../../src/machines/playback/player/player.protocol.ts';
import { linkTime } from '../../../../src/machines/playback/share/share-code.ts';
import { shareMachine } from '../../../../src/machines/playback/share/share.machine.ts';
import { isOver, selectLastWords, selectShown } from '../../../../src/machines/playback/share/share.selectors.ts';
import { getPublicShare, savePublicShareProgress } from '../../../../src/services/endpoints/shares.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';
import { transportOf } from '../../../support/state-values.ts';

const body = recording('share/public-get').response.body as {
  slug: string;
  playbackSession: { audioTracks: readonly object[] };
};
/** Three files: to 224.4, 276.6 and 329.2 s. */
const share = (changes: object = {}, session: object = {}) => ({
  ...body,
  ...changes,
  playbackSession: { ...body.playbackSession, ...session },
});
const GONE = { kind: 'notFound', message: 'Media item not found or expired' } as const;

/** A visitor opens the link. The server has the position 12 s of this browser. */
function visit({ time = null, baseUrl = 'http://localhost/' }: { time?: number | null; baseUrl?: string } = {}) {
  const ports = createFakePorts({ baseUrl });
  const { api, clock, media, page } = ports;
  api.answer(getPublicShare, share());
  api.answer(savePublicShareProgress, '');
  const host = createHost(shareMachine, {
    ports,
    input: { slug: body.slug, time },
    named: { toasts: null, menus: null, router: null, preferences: preferencesMachine },
  });
  const player = () => {
    const ref = host.subject.getSnapshot().children.player;
    if (!ref) throw new Error('The share has no player');
    return ref;
  };
  const transport = () => transportOf(player());
  const shown = () => selectShown(host.subject.getSnapshot());
  const opens = async () => {
    await vi.waitFor(() => expect(shown()).not.toBe(null));
    media.audio.becomeReady(224);
    expect(transport()).toBe('paused');
  };
  return {
    ...host,
    api,
    clock,
    media,
    page,
    player,
    transport,
    shown,
    failure: () => player().getSnapshot().context.failure,
    send: (command: PlayerCommand) => player().send(command),
    time: () => player().getSnapshot().context.playhead.getSnapshot().context.time,
    savedTime: () => player().getSnapshot().context.playhead.getSnapshot().context.savedTime,
    saves: () => api.inputsOf(savePublicShareProgress).map((input) => (input as { currentTime: number }).currentTime),
    opens,
    async plays() {
      await opens();
      player().send({ type: 'player.toggle' });
      expect(transport()).toBe('playing');
    },
    /** So many seconds play, in steps of a second. */
    listen(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        media.playFor(1);
        clock.advance(1000);
      }
    },
  };
}

test('has no bookmarks, as no account can keep them', async () => {
  const { opens, player } = visit();
  await opens();
  const { bookmarks } = player().getSnapshot().children;
  const bookmark = { libraryItemId: 'book', time: 40, title: 'Old', createdAt: 1 };
  bookmarks?.send({ type: 'bookmarks.add', libraryItemId: 'book' });
  bookmarks?.send({ type: 'bookmarks.edit', bookmark });
  bookmarks?.send({ type: 'bookmarks.changeTitle', text: 'New' });
  bookmarks?.send({ type: 'bookmarks.submit' });
  bookmarks?.send({ type: 'bookmarks.remove', bookmark });
  expect(bookmarks?.getSnapshot().status).toBe('active');
});

describe('the second of a link', () => {
  test.each([
    ['90', 90],
    ['12.5', 12.5],
    ['0', 0],
    [undefined, null],
    ['', null],
    ['-5', null],
    ['1:30', null],
    ['NaN', null],
    ['1e999', null],
    ['Infinity', null],
    [' 7', null],
  ])('%j is %j', (text, time) => {
    expect(linkTime(text)).toBe(time);
  });

  test('is where it begins, whatever place this browser had', async () => {
    const { opens, time } = visit({ time: 90 });
    await opens();
    expect(time()).toBe(90);
  });

  test('past the end is ignored', async () => {
    const { opens, time } = visit({ time: 5000 });
    await opens();
    expect(time()).toBe(12);
  });

  test("leaves the address as soon as there is sound: a reload resumes at the listener's position", async () => {
    const { opens, player, receivedBy } = visit({ time: 90 });
    await opens();
    expect(receivedBy('router')).toEqual([]);
    player().send({ type: 'player.toggle' });
    player().send({ type: 'player.toggle' });
    player().send({ type: 'player.toggle' });
    expect(receivedBy('router')).toEqual([
      { type: 'router.go', to: { name: 'share', slug: body.slug }, replace: true },
    ]);
  });
});

describe('a public link', () => {
  test('is opened once, where this browser was, and silent', async () => {
    const { api, media, opens, time, shown } = visit();
    await opens();
    expect(api.calls.map(({ name }) => name)).toEqual(['shares.public']);
    expect([time(), media.audio.paused, media.audio.src]).toEqual([12, true, '/public/share/raven-share/track/1']);
    expect(shown()?.share).toEqual({
      cover: '/public/share/raven-share/cover',
      download: '/public/share/raven-share/download',
    });
  });

  test.each(['/public/share/raven-share/track/1', '/public/session/3452138b/track/1'])(
    "plays at the server's address of each file: %s (SHR-028)",
    async (contentUrl) => {
      const { api, media, opens } = visit();
      const [file] = body.playbackSession.audioTracks;
      api.answer(getPublicShare, share({}, { audioTracks: [{ ...file, contentUrl }] }));
      await opens();
      expect(media.audio.src).toBe(contentUrl);
    },
  );

  test('below a base path has its files there', async () => {
    const { media, opens, shown } = visit({ baseUrl: 'http://localhost/audiobookshelf/' });
    await opens();
    expect([media.audio.src, shown()?.share?.cover]).toEqual([
      '/audiobookshelf/public/share/raven-share/track/1',
      '/audiobookshelf/public/share/raven-share/cover',
    ]);
  });

  test('without cover and download has no address of them', async () => {
    const { api, opens, shown } = visit();
    api.answer(getPublicShare, share({ isDownloadable: false }, { coverPath: null }));
    await opens();
    expect(shown()?.share).toEqual({ cover: null, download: null });
  });

  test('sounds when play was pressed while its first file was loading', async () => {
    const { media, send, shown, transport } = visit();
    await vi.waitFor(() => expect(shown()).not.toBe(null));
    send({ type: 'player.toggle' });
    media.audio.becomeReady(224);
    expect([transport(), media.audio.paused]).toEqual(['playing', false]);
  });

  test('cannot be closed by Escape, and keeps nothing for the next page', async () => {
    const { plays, ports, transport } = visit();
    await plays();
    ports.hotkeys.press('Escape');
    expect(transport()).toBe('playing');
    expect([...ports.tabStorage.texts.keys()]).toEqual([]);
  });

  test('is shown by the operating system with its own cover', async () => {
    const { plays, ports } = visit();
    await plays();
    expect(ports.systemPlayer.shown.playing).toMatchObject({
      title: 'The Raven and Other Poems',
      author: 'Edgar Allan Poe',
      artwork: [{ url: '/public/share/raven-share/cover', size: 512, type: 'image/jpeg' }],
    });
  });

  test('continues from one file into the next', async () => {
    const { media, plays, send, time } = visit();
    await plays();
    send({ type: 'player.seek', time: 224 });
    media.audio.becomeReady(224.41551);
    media.audio.end();
    expect(media.audio.src).toBe('/public/share/raven-share/track/2');
    media.audio.becomeReady(52);
    expect([time(), media.audio.paused]).toEqual([224.41551, false]);
  });
});

describe('the position of a visitor', () => {
  test('is saved after each 30 played seconds', async () => {
    const { listen, plays, savedTime, saves } = visit();
    await plays();
    listen(29);
    expect(saves()).toEqual([]);
    listen(7);
    await vi.waitFor(() => expect(savedTime()).toBe(42));
    listen(36);
    await vi.waitFor(() => expect(savedTime()).toBe(72));
    expect(saves()).toEqual([42, 72]);
  });

  test('is saved on pause, after a seek and when the page goes out of sight', async () => {
    const { listen, page, plays, saves, send } = visit();
    await plays();
    listen(3);
    send({ type: 'player.pause' });
    await vi.waitFor(() => expect(saves()).toEqual([15]));
    send({ type: 'player.seek', time: 100 });
    await vi.waitFor(() => expect(saves()).toEqual([15, 100]));
    send({ type: 'player.resume' });
    listen(2);
    page.hide();
    await vi.waitFor(() => expect(saves()).toEqual([15, 100, 102]));
  });

  test('that could not be saved is saved at the next regular time; the fourth failure is shown until then', async () => {
    const { api, listen, plays, receivedBy, saves } = visit();
    await plays();
    api.refuse(savePublicShareProgress, { kind: 'network' });
    const warnings = () =>
      receivedBy('toasts')
        .filter((event) => 'id' in event && event['id'] === 'progress-sync')
        .map(({ type }) => type);
    for (let round = 1; round <= 4; round += 1) {
      expect(warnings()).toEqual([]);
      await vi.waitFor(() => {
        listen(5);
        expect(saves()).toHaveLength(round);
      });
    }
    await vi.waitFor(() => expect(warnings()).toEqual(['toasts.show']));
    api.answer(savePublicShareProgress, '');
    await vi.waitFor(() => {
      listen(5);
      expect(warnings()).toEqual(['toasts.show', 'toasts.dismiss']);
    });
    expect(saves()).toEqual(saves().toSorted((one, other) => one - other));
  });

  test.each([
    ['the page ends', ({ page }) => page.hide()],
    ['play goes on', ({ send }) => send({ type: 'player.resume' })],
  ] as readonly [string, (visitor: ReturnType<typeof visit>) => void][])(
    'that could not be saved on pause is tried once more at once, then when %s',
    async (_chance, act) => {
      const visitor = visit();
      const { api, listen, plays, saves, savedTime, send } = visitor;
      await plays();
      api.refuse(savePublicShareProgress, { kind: 'network' });
      listen(3);
      send({ type: 'player.pause' });
      await vi.waitFor(() => expect(saves()).toEqual([15, 15]));
      api.answer(savePublicShareProgress, '');
      act(visitor);
      await vi.waitFor(() => expect(savedTime()).toBe(15));
      expect(saves()).toEqual([15, 15, 15]);
    },
  );

  test('is saved in the session that replaces a lost one, and the sound goes on', async () => {
    const { api, listen, media, plays, saves, send, transport } = visit();
    await plays();
    api.refuseOnce(savePublicShareProgress, { kind: 'notFound', message: 'Share session not found' });
    api.answer(getPublicShare, share({}, { id: 'again', currentTime: 0 }));
    listen(3);
    send({ type: 'player.seek', time: 50 });
    await vi.waitFor(() => expect(saves()).toEqual([50, 50]));
    expect([transport(), media.audio.paused]).toEqual(['playing', false]);
  });

  test('is saved when another page takes the place of this one', async () => {
    const { listen, plays, saves, stop } = visit();
    await plays();
    listen(4);
    stop();
    expect(saves()).toEqual([16]);
  });
});

describe('a link that does not work', () => {
  test('says in the server’s words that it is unknown or over', async () => {
    const { api, failure, player } = visit();
    api.refuse(getPublicShare, GONE);
    await vi.waitFor(() => expect(failure()).not.toBe(null));
    expect([isOver(failure()), selectLastWords(player().getSnapshot())]).toEqual([true, GONE.message]);
  });

  test('for want of a network can be opened again, as silent as at first', async () => {
    const { api, failure, opens, shown, subject } = visit();
    api.refuseOnce(getPublicShare, { kind: 'network' });
    await vi.waitFor(() => expect(failure()).toEqual({ kind: 'session', error: { kind: 'network' } }));
    expect([isOver(failure()), shown()]).toEqual([false, null]);
    subject.send({ type: 'share.retry' });
    await opens();
    expect(failure()).toBe(null);
  });

  test.each(['notFound', 'timeout'] as const)(
    'any more is shown while it plays, when a save is answered by %s; after a pause, at the next play',
    async (kind) => {
      const refusal = kind === 'timeout' ? { kind } : ({ kind, message: '' } as const);
      const playing = visit();
      await playing.plays();
      playing.api.refuse(getPublicShare, GONE);
      playing.api.refuse(savePublicShareProgress, refusal);
      playing.listen(31);
      await vi.waitFor(() => expect(isOver(playing.failure())).toBe(true));
      const paused = visit();
      await paused.plays();
      paused.api.refuse(getPublicShare, GONE);
      paused.api.refuse(savePublicShareProgress, refusal);
      paused.listen(3);
      paused.send({ type: 'player.pause' });
      await vi.waitFor(() => expect(paused.saves()).toEqual([15]));
      expect(paused.failure()).toBe(null);
      paused.send({ type: 'player.resume' });
      await vi.waitFor(() => expect(isOver(paused.failure())).toBe(true));
    },
  );

  test('any more is reported when its next file is refused', async () => {
    const { api, failure, media, plays } = visit();
    await plays();
    api.refuse(getPublicShare, GONE);
    media.audio.fail(4);
    await vi.waitFor(() => expect(isOver(failure())).toBe(true));
  });

  test('because a file is missing says so after two tries, and replays on demand', async () => {
    const { failure, media, plays, send, transport } = visit();
    await plays();
    for (let round = 0; round < 3; round += 1) {
      media.audio.fail(4);
      await vi.waitFor(() => expect(transport() === 'failed' || media.audio.error === null).toBe(true));
    }
    expect(failure()).toEqual({ kind: 'sound', failure: 'unsupported' });
    send({ type: 'player.retry' });
    await vi.waitFor(() => expect(transport()).toBe('loading'));
    media.audio.becomeReady(224);
    await vi.waitFor(() => expect(transport()).toBe('playing'));
  });
});

import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FRAMEWORK_CALLBACK, type CastFramework } from '../../src/services/cast-framework.ts';
import {
  CAST_FRAMEWORK_URL,
  createCastSender,
  loadCastSender,
  type CastStatus,
} from '../../src/services/cast-sender.ts';

const script = readFileSync(new URL('../support/fake-cast-framework.js', import.meta.url), 'utf8');

interface Fake {
  options: unknown;
  refusal: string | null;
  refusesFiles: boolean;
  keepsRate: boolean;
  requests: { items: { startTime: number; autoplay: boolean; media: object }[] }[];
  session(): { volume: number; messages: object[] } | null;
  setState(state: string): void;
  vanish(): void;
  stop(): void;
}

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
);
afterEach(() => void vi.useRealTimers());

/** The fake framework in a world of its own. */
function frame() {
  const world = { performance, setTimeout, clearTimeout } as unknown as CastFramework & { fakeCast: Fake };
  runInNewContext(script, world);
  return world;
}

const TRACKS = Array.from({ length: 45 }, (_, at) => ({
  url: `https://books.test/track/${at + 1}`,
  mimeType: 'audio/mpeg',
  duration: 10,
}));
const SHOWN = {
  title: 'Fables',
  author: 'Aesop',
  album: 'Fables',
  artwork: [{ url: 'https://books.test/cover', size: 512, type: 'image/jpeg' }],
};
const queue = (index: number, time = 0, isPlaying = true) => ({ tracks: TRACKS, index, time, isPlaying, shown: SHOWN });

async function connected() {
  const world = frame();
  const sender = createCastSender(world);
  const said: CastStatus[] = [];
  const end = sender.onStatus((status) => said.push(status));
  expect(await sender.connect()).toBe(null);
  return { sender, said, end, fake: world.fakeCast, last: () => said.at(-1) };
}

describe('a connection', () => {
  test('is searched with the receiver that every device has', () => {
    const { fakeCast, ...world } = frame();
    createCastSender(world);
    expect(fakeCast.options).toEqual({ receiverApplicationId: 'CC1AD845', autoJoinPolicy: 'origin_scoped' });
  });

  test('is reported with each change, until the listener leaves', async () => {
    const world = frame();
    const sender = createCastSender(world);
    const report: unknown[] = [];
    const end = sender.onConnection((connection) => report.push(connection));
    world.fakeCast.setState('NO_DEVICES_AVAILABLE');
    await sender.connect();
    sender.disconnect();
    end();
    world.fakeCast.setState('NO_DEVICES_AVAILABLE');
    expect(report[0]).toEqual({ state: 'alone', device: '' });
    expect(report).toContainEqual({ state: 'connected', device: 'Kitchen' });
    expect(report.at(-1)).toEqual({ state: 'near', device: '' });
    expect(report).not.toContainEqual({ state: 'connected', device: '' });
  });

  test.each([
    ['cancel', 'cancelled'],
    ['timeout', 'failed'],
  ])('that ends with %s is %s', async (code, refusal) => {
    const world = frame();
    world.fakeCast.refusal = code;
    expect(await createCastSender(world).connect()).toBe(refusal);
  });
});

test('a receiver gets the formats of receivers: flac, mp3, aac, opus, webm and wav (CON-007)', async () => {
  const { sender } = await connected();
  expect([...sender.playableTypes()].sort()).toEqual(
    ['audio/flac', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/aac', 'audio/webm', 'audio/wav'].sort(),
  );
});

describe('a queue', () => {
  test('is sent in parts, from its file and second on', async () => {
    const { fake, sender } = await connected();
    await sender.load(queue(30, 4, false));
    const { items } = fake.requests[0] ?? { items: [] };
    expect(items).toHaveLength(15);
    expect(items[0]).toMatchObject({
      startTime: 4,
      autoplay: false,
      media: {
        contentId: 'https://books.test/track/31',
        contentType: 'audio/mpeg',
        duration: 10,
        metadata: { title: 'Fables', artist: 'Aesop', images: [{ url: 'https://books.test/cover' }] },
      },
    });
    expect(items[1]).toMatchObject({ startTime: 0, autoplay: true });
    await sender.load(queue(0));
    expect(fake.requests[1]?.items).toHaveLength(20);
  });

  test('reports its position each second, and continues with the next file by itself', async () => {
    const { last, said, sender } = await connected();
    await sender.load(queue(3, 7));
    expect(last()).toEqual({ state: 'playing', index: 3, time: 7, rate: 1 });
    vi.advanceTimersByTime(2000);
    expect(said.length).toBeGreaterThanOrEqual(3);
    expect(last()).toMatchObject({ index: 3, time: 9 });
    vi.advanceTimersByTime(2000);
    expect(last()).toMatchObject({ state: 'playing', index: 4 });
  });

  test('reports the end of its last file', async () => {
    const { last, sender } = await connected();
    await sender.load(queue(44, 9));
    vi.advanceTimersByTime(1500);
    expect(last()).toMatchObject({ state: 'finished', index: 44 });
  });

  test('refused by the receiver is a failure', async () => {
    const { fake, sender } = await connected();
    fake.refusesFiles = true;
    await expect(sender.load(queue(0))).rejects.toEqual({ code: 'load_media_failed' });
  });

  test('without a receiver is a failure', async () => {
    await expect(createCastSender(frame()).load(queue(0))).rejects.toThrow('No receiver is connected');
  });
});

test('commands reach the receiver', async () => {
  const { fake, last, sender } = await connected();
  await sender.load(queue(0));
  sender.pause();
  expect(last()?.state).toBe('paused');
  sender.seek(6);
  expect(last()?.time).toBe(6);
  sender.play();
  expect(last()?.state).toBe('playing');
  sender.setRate(1.5);
  vi.advanceTimersByTime(1000);
  expect(last()).toMatchObject({ time: 7.5, rate: 1.5 });
  sender.setVolume(0.3);
  expect([fake.session()?.volume, fake.session()?.messages]).toEqual([
    0.3,
    [{ type: 'SET_PLAYBACK_RATE', playbackRate: 1.5, mediaSessionId: 1, requestId: 1 }],
  ]);
});

test('a receiver with one speed keeps it, and says so', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { fake, last, sender } = await connected();
  fake.keepsRate = true;
  sender.setRate(2);
  await sender.load(queue(0));
  await Promise.resolve();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  vi.advanceTimersByTime(1000);
  expect(last()).toMatchObject({ rate: 1 });
});

test('a stop by another device is reported after a moment, a stop with its connection is not', async () => {
  const one = await connected();
  await one.sender.load(queue(0));
  one.fake.stop();
  expect(one.last()?.state).toBe('playing');
  vi.advanceTimersByTime(2000);
  expect(one.last()?.state).toBe('stopped');
  const other = await connected();
  await other.sender.load(queue(0));
  other.fake.vanish();
  other.sender.stop();
  other.end();
  vi.advanceTimersByTime(5000);
  expect(other.last()?.state).toBe('playing');
});

describe('the framework', () => {
  /** A window in which the script loads, or fails. */
  function page(onScript: (script: EventTarget & { src: string }, win: Window) => void) {
    const element = Object.assign(new EventTarget(), { src: '' });
    const win = {
      document: { createElement: () => element, head: { append: () => onScript(element, win) } },
    } as unknown as Window;
    return { win, element };
  }

  test('is loaded from its one address', async () => {
    const { win, element } = page((_script, target) => {
      Object.assign(target, frame());
      target[FRAMEWORK_CALLBACK]?.(true);
    });
    expect(await loadCastSender(win)).not.toBe(null);
    expect(element.src).toBe(CAST_FRAMEWORK_URL);
  });

  test.each<[string, Parameters<typeof page>[0]]>([
    ['says that it cannot be used', (_script, win) => win[FRAMEWORK_CALLBACK]?.(false)],
    ['does not load', (element) => element.dispatchEvent(new Event('error'))],
    ['never says anything', () => void vi.advanceTimersByTimeAsync(20_000)],
  ])('is missing when it %s', async (_name, onScript) => {
    expect(await loadCastSender(page(onScript).win)).toBe(null);
  });
});

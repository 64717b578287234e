import { expect, test, vi } from 'vitest';
import { parseServerEvent } from '../../../src/schemas/socket/server-events.ts';
import { z } from '../../../src/schemas/zod.ts';
import { defineStored } from '../../../src/services/storage.ts';
import type { SocketReport } from '../../../src/services/socket-client.ts';
import { createFakeClock } from './clock.ts';
import { createDeferred } from './deferred.ts';
import { createFakeLocks } from './locks.ts';
import { FakeMediaElement } from './media-element.ts';
import { createFakeNavigation } from './navigation.ts';
import { createFakePage } from './page.ts';
import { createFakeSocketClient } from './socket-client.ts';
import { createFakeStorage } from './storage.ts';

const volume = defineStored('volume', z.number());

test('the clock runs due timers in order of time and nothing before', () => {
  const clock = createFakeClock(1_000);
  const ran: [string, number][] = [];
  const note = (name: string) => () => ran.push([name, clock.now()]);
  clock.setTimeout(note('late'), 200);
  clock.setTimeout(() => clock.setTimeout(note('chained'), 20), 50);
  clock.clearTimeout(clock.setTimeout(note('cancelled'), 10));
  clock.advance(100);
  expect(ran).toEqual([['chained', 1_070]]);
  expect([clock.now(), clock.pending]).toEqual([1_100, [1_200]]);
  clock.advance(100);
  expect(ran).toEqual([
    ['chained', 1_070],
    ['late', 1_200],
  ]);
});

test('storage returns written values, refuses when full and hides everything when blocked', () => {
  const storage = createFakeStorage();
  expect([storage.read(volume), storage.write(volume, 0.5), storage.read(volume)]).toEqual([null, true, 0.5]);
  storage.mode = 'full';
  expect([storage.write(volume, 1), storage.read(volume)]).toEqual([false, 0.5]);
  storage.mode = 'blocked';
  expect([storage.write(volume, 1), storage.read(volume)]).toEqual([false, null]);
  storage.mode = 'working';
  storage.put('volume', '"loud"');
  expect(storage.read(volume)).toBeNull();
});

test('storage notifies subscribers of their key about another tab until they leave', () => {
  const storage = createFakeStorage();
  const listener = vi.fn<(value: number | null) => void>();
  const end = storage.subscribe(volume, listener);
  storage.changeElsewhere(defineStored('other', z.number()), 3);
  storage.changeElsewhere(volume, 0.2);
  storage.changeElsewhere(volume, null);
  end();
  storage.changeElsewhere(volume, 0.9);
  expect(listener.mock.calls).toEqual([[0.2], [null]]);
});

test('navigation records commands and reports the place and the kind to listeners', () => {
  const navigation = createFakeNavigation('/login?redirect=/a');
  const seen: string[] = [];
  navigation.subscribe((location, kind) => seen.push(`${kind} ${location.pathname}${location.search}`));
  navigation.navigate('/library/1');
  navigation.navigate('/library/2', { replace: true });
  navigation.visit('/item/3?tab=files');
  navigation.back();
  expect(seen).toEqual(['push /library/1', 'replace /library/2', 'push /item/3?tab=files', 'traverse /library/2']);
  expect(navigation.commands).toEqual([
    { path: '/library/1', replace: false },
    { path: '/library/2', replace: true },
  ]);
  expect(navigation.current().pathname).toBe('/library/2');
});

test('the page reports going offline, being hidden and closing', () => {
  const page = createFakePage();
  const seen: unknown[] = [];
  page.onOnlineChange((online) => seen.push({ online }));
  page.onVisibilityChange((visible) => seen.push({ visible }));
  page.onHide(() => seen.push('hide'));
  page.setOnline(false);
  page.setVisible(false);
  page.hide();
  expect(seen).toEqual([{ online: false }, { visible: false }, 'hide']);
  expect([page.isOnline(), page.isVisible()]).toEqual([false, false]);
});

test('a closed socket receives nothing more', () => {
  const client = createFakeSocketClient();
  const listener = vi.fn<(report: SocketReport) => void>();
  const connection = client.open(listener);
  connection.send('auth', 'token');
  client.report({ kind: 'connected' });
  client.receive('a_name_of_tomorrow');
  connection.close();
  client.report({ kind: 'connected' });
  expect(listener.mock.calls).toEqual([
    [{ kind: 'connected' }],
    [{ kind: 'event', parsed: parseServerEvent('a_name_of_tomorrow', []) }],
  ]);
  expect([client.sent, client.opened, client.connections]).toEqual([[['auth', 'token']], 1, 0]);
});

test('one tab at a time holds a lock, and a failed one releases it', async () => {
  const locks = createFakeLocks();
  const first = createDeferred<string>();
  const order: string[] = [];
  const one = locks.withLock('refresh', () => first.promise.finally(() => order.push('first')));
  const two = locks.withLock('refresh', async () => void order.push('second'));
  await locks.withLock('other', async () => void order.push('other'));
  first.reject(new Error('refused'));
  await expect(one).rejects.toThrow('refused');
  await two;
  expect(order).toEqual(['other', 'first', 'second']);
});

test('a media element under an autoplay rule rejects play and stays paused', async () => {
  const element = new FakeMediaElement();
  element.playRefusal = new DOMException('not allowed', 'NotAllowedError');
  await expect(element.play()).rejects.toThrow('not allowed');
  expect(element.paused).toBe(true);
});

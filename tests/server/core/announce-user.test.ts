import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceUser } from '../../../server/me/progress.service.ts';

type Context = Parameters<typeof announceUser>[0];

let report: number[];
let online: boolean;
let closers: (() => void)[];
let ctx: Context;

/** An account that takes `takes` ms to announce; the payload is the time. */
const account = (takes: number): Context =>
  ({
    store: {
      users: { byId: () => ({ permissions: {}, librariesAccessible: [], authOpenIDSub: null }) },
      progress: { ofUser: () => [], bookmarks: () => [] },
    },
    events: {
      toUser: () => {
        report.push(Date.now());
        vi.setSystemTime(Date.now() + takes);
        clock += takes;
      },
    },
    presence: { isOnline: () => online },
    onClose: (work: () => void) => closers.push(work),
  }) as unknown as Context;

let clock = 0;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  [report, online, closers] = [[], true, []];
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const pass = (ms: number) => {
  clock += ms;
  vi.advanceTimersByTime(ms);
};

test('a change is announced at once, and not at all without a listener', () => {
  ctx = account(1);
  announceUser(ctx, 'ann');
  online = false;
  announceUser(ctx, 'ann');
  expect(report).toEqual([0]);
});

test('a large account is announced once for several changes, the last one included', () => {
  ctx = account(20);
  for (let change = 0; change < 30; change += 1) announceUser(ctx, 'ann');
  expect(report).toHaveLength(1);
  pass(179);
  announceUser(ctx, 'ann');
  expect(report).toHaveLength(1);
  pass(1);
  expect(report).toHaveLength(2);
  pass(1_000);
  expect(report).toHaveLength(2);
  announceUser(ctx, 'ann');
  expect(report).toHaveLength(3);
});

test('accounts do not wait for each other, and nothing is announced after the end', () => {
  ctx = account(20);
  announceUser(ctx, 'ann');
  announceUser(ctx, 'ben');
  announceUser(ctx, 'ann');
  closers.forEach((close) => close());
  pass(1_000);
  expect(report).toHaveLength(2);
});

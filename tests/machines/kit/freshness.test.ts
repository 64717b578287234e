import { expect, test } from 'vitest';
import { freshnessMachine } from '../../../src/machines/kit/freshness.machine.ts';
import { createHost } from '../../support/host.ts';

function start() {
  const { subject, ports, parentEvents } = createHost(freshnessMachine, { input: { settleMs: 300 } });
  return {
    send: subject.send,
    advance: (ms: number) => ports.clock.advance(ms),
    due: () => parentEvents.length,
    state: () => subject.getSnapshot().value,
    error: () => subject.getSnapshot().context.error,
  };
}

const cause = new Error('no answer');

test('a burst of changes makes one refresh due once it is quiet', () => {
  const data = start();
  for (let count = 0; count < 5; count += 1) {
    data.send({ type: 'freshness.outdated' });
    data.advance(299);
  }
  expect(data.due()).toBe(0);
  data.advance(1);
  expect(data.due()).toBe(1);
});

test('a change during a refresh makes another one due: the answer may be older than the change', () => {
  const data = start();
  data.send({ type: 'freshness.refresh' });
  data.send({ type: 'freshness.outdated' });
  data.send({ type: 'freshness.succeeded' });
  expect([data.state(), data.due()]).toEqual(['settling', 1]);
  data.advance(300);
  expect(data.due()).toBe(2);
});

test('a failed refresh retries after 2, 4, 8, 16 and then every 30 s, until one succeeds', () => {
  const data = start();
  data.send({ type: 'freshness.refresh' });
  for (const [tries, seconds] of [2, 4, 8, 16, 30, 30].entries()) {
    data.send({ type: 'freshness.failed', cause });
    expect(data.error()).toEqual({ kind: 'unexpected', message: 'no answer' });
    data.advance(seconds * 1000 - 1);
    expect(data.due()).toBe(tries + 1);
    data.advance(1);
    expect(data.due()).toBe(tries + 2);
  }
  data.send({ type: 'freshness.succeeded' });
  expect([data.state(), data.error()]).toEqual(['fresh', null]);
  data.advance(60_000);
  expect(data.due()).toBe(7);
});

test('the visitor need not wait, and until then it stays said that the data is stale', () => {
  const data = start();
  data.send({ type: 'freshness.refresh' });
  data.send({ type: 'freshness.failed', cause });
  data.send({ type: 'freshness.retry' });
  expect([data.due(), data.error()?.kind]).toEqual([2, 'unexpected']);
});

test('an owner that reloads all does what was due, in any state', () => {
  const data = start();
  data.send({ type: 'freshness.refresh' });
  data.send({ type: 'freshness.failed', cause });
  expect(data.state()).toBe('stale');
  data.send({ type: 'freshness.reset' });
  expect([data.state(), data.error()]).toEqual(['fresh', null]);
  data.send({ type: 'freshness.outdated' });
  data.send({ type: 'freshness.reset' });
  data.advance(60_000);
  expect([data.state(), data.due()]).toEqual(['fresh', 1]);
});

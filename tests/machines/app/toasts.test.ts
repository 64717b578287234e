import { describe, expect, test } from 'vitest';
import { toastsMachine, toastMachine, type ToastInput } from '../../../src/machines/app/toasts.machine.ts';
import type { ToastsEvent } from '../../../src/machines/kit/toasts.protocol.ts';
import { createHost } from '../../support/host.ts';

const offer = { label: { text: 'Undo' }, to: 'router', event: { type: 'router.reload' } } as const;

describe('one notice', () => {
  function open(input: Partial<ToastInput> = {}) {
    const host = createHost(toastMachine, {
      input: { id: 't', kind: 'info', message: { text: 'x' }, error: null, durationMs: 5000, action: null, ...input },
      named: { router: null },
    });
    return { ...host, state: () => host.subject.getSnapshot().value };
  }

  test('goes after its time, and not a moment before', () => {
    const { ports, state } = open();
    ports.clock.advance(4999);
    expect(state()).toBe('visible');
    ports.clock.advance(1);
    expect(state()).toBe('closed');
  });

  test('without a time stays until it is closed (NTF-003)', () => {
    const { ports, state, subject } = open({ durationMs: null });
    ports.clock.advance(3_600_000);
    expect(state()).toBe('visible');
    subject.send({ type: 'toast.close' });
    expect(state()).toBe('closed');
  });

  test('pauses while held, then has its full time again', () => {
    const { ports, state, subject } = open();
    ports.clock.advance(4000);
    subject.send({ type: 'toast.hold' });
    ports.clock.advance(60_000);
    expect(state()).toBe('held');
    subject.send({ type: 'toast.release' });
    ports.clock.advance(4999);
    expect(state()).toBe('visible');
    ports.clock.advance(1);
    expect(state()).toBe('closed');
  });

  test.each(['visible', 'held'])('runs its action once, when %s, and closes', (from) => {
    const { receivedBy, state, subject } = open({ action: offer });
    if (from === 'held') subject.send({ type: 'toast.hold' });
    subject.send({ type: 'toast.act' });
    expect([state(), receivedBy('router')]).toEqual(['closed', [{ type: 'router.reload' }]]);
  });

  test('offers nothing to a missing receiver', () => {
    const { state, subject } = open({
      action: { label: { text: 'Undo' }, to: 'progress', event: { type: 'progress.showSeries', seriesId: 's' } },
    });
    subject.send({ type: 'toast.act' });
    expect(state()).toBe('closed');
  });
});

describe('the stack of notices', () => {
  function open() {
    const { subject, ports } = createHost(toastsMachine, { named: { router: null } });
    const shown = () => subject.getSnapshot().context.toasts;
    return {
      ports,
      subject,
      shown,
      show: (event: Partial<Extract<ToastsEvent, { type: 'toasts.show' }>> = {}) =>
        subject.send({ type: 'toasts.show', kind: 'info', message: { text: 'x' }, ...event }),
      ids: () => shown().map(({ id }) => id),
      running: () => Object.keys(subject.getSnapshot().children),
    };
  }

  test('shows them oldest first, and separates the urgent ones', () => {
    const { show, shown } = open();
    for (const kind of ['info', 'success', 'warning', 'error'] as const) show({ kind });
    expect(shown().map(({ id, isUrgent }) => [id, isUrgent])).toEqual([
      ['toast-1', false],
      ['toast-2', false],
      ['toast-3', true],
      ['toast-4', true],
    ]);
  });

  test('a new one about the same thing takes the place of the old one', () => {
    const { show, shown, running } = open();
    show({ id: 'socket', message: { text: 'lost' } });
    const [old] = shown();
    show({ id: 'other' });
    show({ id: 'socket', message: { text: 'back' } });
    expect(old?.ref.getSnapshot().status).toBe('stopped');
    expect(shown().map(({ id, ref }) => [id, ref.getSnapshot().context.message])).toEqual([
      ['other', { text: 'x' }],
      ['socket', { text: 'back' }],
    ]);
    expect(running().sort()).toEqual(['other', 'socket']);
  });

  test('a dismissed one closes, and nothing else', () => {
    const { show, subject, ids, running } = open();
    show({ id: 'a' });
    show({ id: 'b' });
    subject.send({ type: 'toasts.dismiss', id: 'a' });
    subject.send({ type: 'toasts.dismiss', id: 'nobody' });
    expect([ids(), running()]).toEqual([['b'], ['b']]);
  });

  test('with more than five the oldest temporary one makes room', () => {
    const { show, ids, running } = open();
    show({ id: 'lasting', durationMs: null });
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) show({ id });
    expect([ids(), running().sort()]).toEqual([
      ['lasting', 'c', 'd', 'e', 'f'],
      ['c', 'd', 'e', 'f', 'lasting'],
    ]);
  });

  test('one that has ended is held nowhere any more', () => {
    const { show, ids, running, ports } = open();
    show();
    ports.clock.advance(60_000);
    expect([ids(), running()]).toEqual([[], []]);
  });

  test.each([
    ['a message', { kind: 'info' }, 5000],
    ['a success', { kind: 'success' }, 5000],
    ['a warning', { kind: 'warning' }, 8000],
    ['an error', { kind: 'error' }, 8000],
    ['what offers something', { kind: 'success', action: offer }, 10_000],
    ['one with a time of its own', { kind: 'error', durationMs: 100 }, 100],
  ] as const)('%s shows this long: %o is %i ms (NTF-002)', (_name, event, time) => {
    const { show, ids, ports } = open();
    show(event);
    ports.clock.advance(time - 1);
    expect(ids()).toEqual(['toast-1']);
    ports.clock.advance(1);
    expect(ids()).toEqual([]);
  });
});

import { describe, expect, test, vi } from 'vitest';
import { fromCallback } from 'xstate';
import { playCommand, showCommand } from '../../../../src/machines/playback/queue/queue.logic.ts';
import { queueMachine } from '../../../../src/machines/playback/queue/queue.machine.ts';
import type { QueueEvent } from '../../../../src/machines/playback/queue/queue.setup.ts';
import { AUTOPLAY, queueOf, readQueue, writeQueue } from '../../../../src/machines/playback/queue/queue-watch.actor.ts';
import { storedOf } from '../../../../src/schemas/queue.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { mediaOf, queued } from '../../../support/queue-fixtures.ts';

const userId = 'u';
const items = (ids: string) => [...ids].map((id) => queued(id));

/** These wait, and `x` is open; the player sends only the test's events. */
function start(ids = 'abc', open: string | null = 'x') {
  const ports = createFakePorts();
  writeQueue(ports, userId, items(ids));
  const machine = queueMachine.provide({ actors: { playerWatch: fromCallback(() => undefined) } });
  const host = createHost(machine, { input: { userId }, ports, named: { player: null, toasts: null } });
  const { subject } = host;
  subject.send({ type: 'media.changed', media: open === null ? null : mediaOf(open), isRestored: false });
  const context = () => subject.getSnapshot().context;
  return {
    ...host,
    context,
    waiting: () =>
      context()
        .items.map((item) => item.libraryItemId)
        .join(''),
    kept: () =>
      readQueue(ports, userId)
        .map((item) => item.libraryItemId)
        .join(''),
    report: () => host.receivedBy('toasts').map((event) => ('message' in event ? event['message'] : event)),
    actions: () => host.receivedBy('toasts').map((event) => ('action' in event ? event['action'] : null)),
  };
}

const undo = (event: object) => ({ label: { key: 'toasts.undo' }, to: 'queue', event });
const play = (id: string, isAutomatic = false) => playCommand(queued(id), isAutomatic);
const title = (id: string) => ({ title: `Title ${id}` });
const begin = { type: 'queue.play', media: mediaOf('a') } as const;
const ended = { type: 'media.ended', isAsleep: false, followsSeries: false } as const;
const changed = (id: string | null, isRestored = false) =>
  ({ type: 'media.changed', media: id === null ? null : mediaOf(id), isRestored }) as const;

describe('the queue is changed, stored and reported', () => {
  test.each<[string, QueueEvent[], string, object[], object[], unknown[]]>([
    [
      'one is added',
      [{ type: 'queue.add', items: items('d'), place: 'last' }],
      'abcd',
      [],
      [{ key: 'queue.added', values: title('d') }],
      [undo({ type: 'queue.remove', media: items('d'), isUndo: true })],
    ],
    [
      'one is added to be next',
      [{ type: 'queue.add', items: items('d'), place: 'next' }],
      'dabc',
      [],
      [{ key: 'queue.addedNext', values: title('d') }],
      [undo({ type: 'queue.remove', media: items('d'), isUndo: true })],
    ],
    [
      'one is added that waits',
      [{ type: 'queue.add', items: items('b'), place: 'last' }],
      'abc',
      [],
      [{ key: 'queue.known', values: title('b') }],
      [null],
    ],
    ['one is played', [{ type: 'queue.play', media: mediaOf('b') }], 'ac', [play('b')], [], []],
    ['one is played that does not wait', [{ type: 'queue.play', media: mediaOf('y') }], 'abc', [], [], []],
    ['the next one is played', [{ type: 'queue.playNext' }], 'bc', [play('a')], [], []],
    ['one is moved', [{ type: 'queue.move', media: mediaOf('a'), index: 2 }], 'bca', [], [], []],
    ['one is moved that does not wait', [{ type: 'queue.move', media: mediaOf('y'), index: 0 }], 'abc', [], [], []],
    [
      'one is taken out',
      [{ type: 'queue.remove', media: [mediaOf('b')] }],
      'ac',
      [],
      [{ key: 'queue.removed', values: { ...title('b'), count: 1 } }],
      [undo({ type: 'queue.restore', items: items('b'), index: 1 })],
    ],
    ['an addition is taken back', [{ type: 'queue.remove', media: [mediaOf('b')], isUndo: true }], 'ac', [], [], []],
    [
      'all are taken out',
      [{ type: 'queue.clear' }],
      '',
      [],
      [{ key: 'queue.cleared', values: { count: 3 } }],
      [undo({ type: 'queue.restore', items: items('abc'), index: 0 })],
    ],
    ['some come back', [{ type: 'queue.restore', items: items('dx'), index: 1 }], 'adbc', [], [], []],
    ['the player is closed', [{ type: 'queue.close' }], '', [], [], []],
    ['what was closed is shown again', [{ type: 'queue.close' }, changed(null), changed('x', true)], 'abc', [], [], []],
    ['what was closed is played again', [{ type: 'queue.close' }, changed(null), changed('x')], '', [], [], []],
    ['another one is shown', [{ type: 'queue.close' }, changed(null), changed('y', true)], '', [], [], []],
    ['one of them is opened elsewhere', [changed('b')], 'ac', [], [], []],
    [
      'the server removes one',
      [{ type: 'server.item.removed', item: { id: 'b' } as never }],
      'ac',
      [],
      [{ key: 'queue.itemRemoved', values: title('b') }],
      [null],
    ],
    ['the server removes another', [{ type: 'server.item.removed', item: { id: 'y' } as never }], 'abc', [], [], []],
    ['what is open ends', [ended], 'bc', [play('a', true)], [], []],
    ['it ends with the sleep timer', [{ ...ended, isAsleep: true }], 'abc', [], [], []],
    ['it ends without autoplay', [{ type: 'queue.setAutoplay', isOn: false }, ended], 'abc', [], [], []],
    [
      'what it has begun is gone',
      [begin, changed('a'), { type: 'media.failed' }],
      'c',
      [play('a'), play('b', true)],
      [{ key: 'queue.skipped', values: title('a') }],
      [null],
    ],
    ['what a person has begun is gone', [{ type: 'media.failed' }], 'abc', [], [], []],
    [
      'it goes on to another that a person begins',
      [begin, changed('y'), { type: 'media.failed' }],
      'bc',
      [play('a')],
      [],
      [],
    ],
  ])('%s', (_what, events, waiting, played, report, actions) => {
    const queue = start();
    for (const event of events) queue.subject.send(event);
    expect([queue.waiting(), queue.kept()]).toEqual([waiting, waiting]);
    expect([queue.receivedBy('player'), queue.report(), queue.actions()]).toEqual([played, report, actions]);
  });

  test.each<[string, QueueEvent]>([
    ['cleared', { type: 'queue.clear' }],
    ['gone on with', { type: 'queue.playNext' }],
  ])('nothing in the queue is not %s', (_what, event) => {
    const queue = start('');
    queue.subject.send(event);
    expect([queue.receivedBy('player'), queue.report()]).toEqual([[], []]);
  });

  test('the first one shows while nothing is open', () => {
    const queue = start('', null);
    queue.subject.send({ type: 'queue.add', items: items('ab'), place: 'last' });
    expect([queue.waiting(), queue.receivedBy('player'), queue.report()]).toEqual([
      'b',
      [showCommand(queued('a'))],
      [{ key: 'queue.addedMany', values: { count: 1 } }],
    ]);
  });

  test('a move is reported', () => {
    const queue = start();
    queue.subject.send({ type: 'queue.move', media: mediaOf('a'), index: 2 });
    expect(queue.context().said).toEqual({ key: 'order.moved', values: { ...title('a'), position: 3, count: 3 } });
  });

  test('the last started item is missing with nothing behind it: it is reported once', () => {
    const queue = start('a');
    for (const event of [begin, changed('a'), { type: 'media.failed' }, { type: 'media.failed' }] as const)
      queue.subject.send(event);
    expect([queue.waiting(), queue.receivedBy('player'), queue.report()]).toEqual([
      '',
      [play('a')],
      [{ key: 'queue.skipped', values: title('a') }],
    ]);
  });

  test('five in a row are skipped at most, and a manual start resets the count', () => {
    const queue = start('abcdefghijklmn');
    queue.subject.send(begin);
    const skip = (times: number) => {
      for (let time = 0; time < times; time += 1) {
        queue.subject.send(changed(queue.context().begun?.libraryItemId ?? null));
        queue.subject.send({ type: 'media.failed' });
      }
    };
    skip(8);
    expect([queue.waiting(), queue.context().begun]).toEqual(['ghijklmn', null]);
    queue.subject.send({ type: 'queue.playNext' });
    skip(1);
    expect([queue.waiting(), queue.context().begun?.libraryItemId]).toEqual(['ijklmn', 'h']);
  });
});

describe('the browser storage', () => {
  test('autoplay, as it was set here or by another tab', () => {
    const queue = start();
    queue.subject.send({ type: 'queue.setAutoplay', isOn: false });
    expect([queue.context().autoplay, queue.ports.storage.read(AUTOPLAY)]).toEqual([false, 0]);
    queue.ports.storage.changeElsewhere(AUTOPLAY, 1);
    expect(queue.context().autoplay).toBe(true);
    expect(start().context().autoplay).toBe(true);
  });

  test('what waits, as another tab has changed it', () => {
    const queue = start();
    queue.ports.storage.changeElsewhere(queueOf(userId), storedOf(items('ca')));
    expect(queue.waiting()).toBe('ca');
    queue.ports.storage.changeElsewhere(queueOf(userId), null);
    expect(queue.waiting()).toBe('');
  });
});

describe('with an empty queue, the next item is searched', () => {
  const searching = (queue: ReturnType<typeof start>) => queue.subject.getSnapshot().matches('searching');

  test.each<[string, QueueEvent, boolean]>([
    ['where the series goes on', { ...ended, followsSeries: true }, true],
    ['not where it does not', ended, false],
    ['not where the sleep timer ends with it', { ...ended, followsSeries: true, isAsleep: true }, false],
  ])('%s', (_where, event, isLooked) => {
    const queue = start('');
    queue.ports.api.defer(getItem);
    queue.subject.send(event);
    expect(searching(queue)).toBe(isLooked);
  });

  test.each<[string, QueueEvent]>([
    ['the listener plays on', { type: 'media.resumed' }],
    ['something else is opened', changed('y')],
    ['something that was kept is opened', changed('x', true)],
  ])('until %s', (_what, event) => {
    const queue = start('');
    queue.ports.api.defer(getItem);
    queue.subject.send({ ...ended, followsSeries: true });
    expect(searching(queue)).toBe(true);
    queue.subject.send(event);
    expect(searching(queue)).toBe(false);
  });

  test('its failure is reported with the cause', async () => {
    const queue = start('');
    queue.ports.api.refuse(getItem, { kind: 'network' });
    queue.subject.send({ ...ended, followsSeries: true });
    await vi.waitFor(() =>
      expect(queue.receivedBy('toasts')).toEqual([
        {
          type: 'toasts.show',
          id: 'queue',
          kind: 'warning',
          message: { key: 'queue.notFollowed' },
          error: { kind: 'network' },
        },
      ]),
    );
    expect(searching(queue)).toBe(false);
  });
});

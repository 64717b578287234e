import { describe, expect, test, vi } from 'vitest';
import { castMachine } from '../../../../src/machines/playback/cast/cast.machine.ts';
import {
  selectCastButton,
  selectCastDevice,
  selectCastIsBusy,
} from '../../../../src/machines/playback/cast/cast.selectors.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';

function start({ isEnabled = true, isSecure = true, answer = 'sender' as 'sender' | 'none' | 'failure' } = {}) {
  const ports = createFakePorts();
  ports.cast.answer = answer;
  const host = createHost(castMachine, {
    ports,
    input: { isEnabled, isSecure },
    named: { player: null, toasts: null },
  });
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    cast: ports.cast,
    state,
    button: () => selectCastButton(state()),
    toPlayer: () => host.receivedBy('player'),
    report: () => host.receivedBy('toasts').map((event) => ('message' in event ? event['message'] : null)),
    loaded: () => vi.waitFor(() => expect(state().matches('ready')).toBe(true)),
  };
}

describe('the framework is loaded', () => {
  test('where the server allows casting and the page is secure', async () => {
    const { button, cast, loaded } = start();
    await loaded();
    expect([cast.loads, button()]).toEqual([1, 'ready']);
  });

  test('not where the server does not allow it, secure or not (CFG-009, ROL-053)', () => {
    expect([true, false].map((isSecure) => start({ isEnabled: false, isSecure }))).toMatchObject([
      { cast: { loads: 0 } },
      { cast: { loads: 0 } },
    ]);
    expect(start({ isEnabled: false, isSecure: false }).button()).toBe('none');
  });

  test('not on an insecure page, which shows a warning instead (BAR-005)', () => {
    const { button, cast, subject, report } = start({ isSecure: false });
    expect([button(), cast.loads]).toEqual(['insecure', 0]);
    subject.send({ type: 'cast.press' });
    expect(report()).toEqual([{ key: 'cast.insecure' }]);
  });

  test.each(['none', 'failure'] as const)('failed (%s): no launcher shows (BAR-004)', async (answer) => {
    const { button, state } = start({ answer });
    await vi.waitFor(() => expect(state().value).toBe('unavailable'));
    expect(button()).toBe('none');
  });
});

describe('the launcher', () => {
  test('is hidden without a receiver nearby', async () => {
    const { button, cast, loaded } = start();
    cast.lose('alone');
    await loaded();
    expect(button()).toBe('none');
    cast.lose('near');
    expect(button()).toBe('ready');
  });

  test('connects the chosen receiver, and the player goes there', async () => {
    const { button, cast, loaded, state, subject, toPlayer } = start();
    await loaded();
    const choice = cast.chooses();
    subject.send({ type: 'cast.press' });
    expect(selectCastIsBusy(state())).toBe(true);
    cast.lose('connecting');
    expect([button(), toPlayer()]).toEqual(['ready', []]);
    cast.connect('Kitchen');
    choice.resolve(null);
    await choice.promise;
    expect([button(), selectCastIsBusy(state()), selectCastDevice(state()), toPlayer()]).toEqual([
      'connected',
      false,
      'Kitchen',
      [{ type: 'player.moveToReceiver' }],
    ]);
  });

  test.each([
    ['cancelled', []],
    ['failed', [{ key: 'cast.failed' }]],
  ] as const)('whose list of receivers was %s sends %j', async (refusal, messages) => {
    const { cast, loaded, state, subject, toPlayer, report } = start();
    await loaded();
    const choice = cast.chooses();
    subject.send({ type: 'cast.press' });
    choice.resolve(refusal);
    await vi.waitFor(() => expect(state().matches({ ready: 'disconnected' })).toBe(true));
    expect([report(), toPlayer()]).toEqual([messages, []]);
  });

  test('whose list of receivers failed to show says so', async () => {
    const { button, cast, loaded, state, subject, report } = start();
    await loaded();
    const choice = cast.chooses();
    subject.send({ type: 'cast.press' });
    choice.reject(new Error('no list'));
    await vi.waitFor(() => expect(report()).toEqual([{ key: 'cast.failed' }]));
    expect([button(), selectCastIsBusy(state())]).toEqual(['ready', false]);
  });

  test('goes while the list of receivers is shown and none is nearby any more', async () => {
    const { button, cast, loaded, subject } = start();
    await loaded();
    cast.chooses();
    subject.send({ type: 'cast.press' });
    cast.lose('alone');
    expect(button()).toBe('none');
  });

  test('names the receiver, also one whose name changes, and none once casting is ended (PLR-036)', async () => {
    const { button, cast, loaded, state, subject, toPlayer } = start();
    await loaded();
    cast.connect('Kitchen');
    const names = [selectCastDevice(state())];
    cast.connect('Bathroom');
    names.push(selectCastDevice(state()));
    subject.send({ type: 'cast.press' });
    expect([button(), selectCastIsBusy(state())]).toEqual(['connected', true]);
    cast.connect('Bath');
    names.push(selectCastDevice(state()));
    expect([button(), selectCastIsBusy(state())]).toEqual(['connected', true]);
    cast.lose('alone');
    names.push(selectCastDevice(state()));
    expect([names, button(), selectCastIsBusy(state())]).toEqual([['Kitchen', 'Bathroom', 'Bath', ''], 'none', false]);
    expect(toPlayer()).toEqual([{ type: 'player.moveToReceiver' }, { type: 'player.moveHere', isPaused: false }]);
  });

  test('ends casting, and the sound continues here (PLR-036)', async () => {
    const { button, cast, loaded, subject, toPlayer, report } = start();
    await loaded();
    cast.connect();
    subject.send({ type: 'cast.press' });
    expect(cast.calls).toEqual(['disconnect']);
    cast.lose();
    expect([button(), toPlayer(), report()]).toEqual([
      'ready',
      [{ type: 'player.moveToReceiver' }, { type: 'player.moveHere', isPaused: false }],
      [],
    ]);
  });
});

test('a receiver that disconnects is reported, and the sound pauses here', async () => {
  const { button, cast, loaded, state, toPlayer, report } = start();
  await loaded();
  cast.connect('Kitchen');
  cast.lose('connecting');
  cast.connect('Kitchen');
  expect(toPlayer()).toEqual([{ type: 'player.moveToReceiver' }]);
  cast.lose();
  expect([toPlayer().at(-1), report(), button(), selectCastIsBusy(state()), selectCastDevice(state())]).toEqual([
    { type: 'player.moveHere', isPaused: true },
    [{ key: 'cast.gone', values: { device: 'Kitchen' } }],
    'ready',
    false,
    '',
  ]);
});

test('a receiver that was connected before a reload is taken up again', async () => {
  const { button, cast, toPlayer } = start();
  cast.connect();
  await vi.waitFor(() => expect(button()).toBe('connected'));
  expect(toPlayer()).toEqual([{ type: 'player.moveToReceiver' }]);
});

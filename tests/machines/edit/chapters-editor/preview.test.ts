import { fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { aroundStart, placeOf, selectSoundingId } from '../../../../src/machines/edit/chapters-editor/preview.logic.ts';
import { previewMachine } from '../../../../src/machines/edit/chapters-editor/preview.machine.ts';
import { closeSession, playItem } from '../../../../src/services/endpoints/playback.ts';
import { createHost } from '../../../support/host.ts';
import { bookSession } from '../../../support/player-fixtures.ts';

const sessionBody = bookSession() as { id: string };

type PlayerTest = { type: 'player.pause' } | { type: 'test.play' };
const player = fromTransition(
  (context: { readonly wantsSound: boolean; readonly pauses: number }, event: PlayerTest) =>
    event.type === 'player.pause'
      ? { wantsSound: false, pauses: context.pauses + 1 }
      : { ...context, wantsSound: true },
  { wantsSound: true, pauses: 0 },
);

const first = placeOf({ key: 0, start: 0, title: 'One' });
const second = placeOf({ key: 1, start: 10, title: 'Two' });

function start() {
  const host = createHost(previewMachine, { input: { itemId: 'a' }, named: { player } });
  host.ports.api.answer(playItem, sessionBody);
  host.ports.api.answer(closeSession, undefined);
  const { subject, ports } = host;
  const audio = () => ports.media.aside().audio;
  return {
    ...host,
    audio,
    press: (place = first) => subject.send({ type: 'preview.toggle', place }),
    sounding: () => selectSoundingId(subject.getSnapshot()),
    player: () =>
      (
        subject.system.get('player') as { getSnapshot(): { context: { wantsSound: boolean; pauses: number } } }
      ).getSnapshot().context,
    async play(place = first) {
      subject.send({ type: 'preview.toggle', place });
      await vi.waitFor(() => expect(audio().src).not.toBe(''));
      audio().becomeReady(600);
    },
  };
}

describe('listening to chapters (areas 21.2)', () => {
  test('plays beside the player, which pauses, from addresses without a token and as another device (pitfall 33)', async () => {
    const { play, audio, sounding, player: state, ports } = start();
    await play(second);
    expect([sounding(), audio().paused, audio().currentTime, state()]).toEqual([
      'row 1',
      false,
      10,
      { wantsSound: false, pauses: 2 },
    ]);
    expect([ports.media.audio.src, audio().src]).toEqual(['', `/public/session/${sessionBody.id}/track/1`]);
    const [{ deviceInfo, forceDirectPlay }] = ports.api.inputsOf(playItem) as [
      { deviceInfo: { deviceId: string }; forceDirectPlay: boolean },
    ];
    expect([deviceInfo.deviceId.endsWith('-preview'), forceDirectPlay]).toEqual([true, true]);
  });

  test('a second press pauses, another row switches, and the session is kept', async () => {
    const { play, press, audio, sounding, ports } = start();
    await play();
    press();
    expect([sounding(), audio().paused]).toEqual([null, true]);
    press(second);
    expect([sounding(), audio().paused, audio().currentTime]).toEqual(['row 1', false, 10]);
    press(first);
    expect([sounding(), audio().currentTime]).toEqual(['row 0', 0]);
    expect(ports.api.inputsOf(playItem)).toHaveLength(1);
  });

  test('a press before the server has answered calls it off', async () => {
    const { press, sounding, ports } = start();
    const { resolve } = ports.api.defer(playItem);
    press();
    expect(sounding()).toBe('row 0');
    press();
    expect(sounding()).toBeNull();
    resolve(sessionBody);
    await vi.waitFor(() =>
      expect(ports.api.inputsOf(closeSession)).toEqual([{ sessionId: sessionBody.id, listened: null }]),
    );
  });

  test('a press on another row before the server has answered plays that one', async () => {
    const { press, play, sounding, audio, ports } = start();
    press(first);
    await play(second);
    expect([sounding(), audio().currentTime, ports.api.inputsOf(playItem).length]).toEqual(['row 1', 10, 1]);
  });

  test('a pause before the server has answered calls it off', async () => {
    const { press, sounding, subject, ports } = start();
    const { resolve } = ports.api.defer(playItem);
    press();
    subject.send({ type: 'preview.pause' });
    expect([sounding(), subject.getSnapshot().value]).toEqual([null, 'idle']);
    resolve(sessionBody);
    await vi.waitFor(() => expect(ports.api.inputsOf(closeSession)).toHaveLength(1));
  });

  test.each([{ type: 'preview.pause' }, { type: 'engine.paused' }, { type: 'engine.ended' }] as const)(
    'what sounds rests after %o, and the file stays open',
    async (event) => {
      const { play, press, subject, sounding, audio, ports } = start();
      await play();
      subject.send(event as never);
      expect([sounding(), subject.getSnapshot().value]).toEqual([null, { open: 'resting' }]);
      expect(audio().calls.at(-1)).toBe('pause');
      const loads = audio().calls.filter((call) => call === 'load').length;
      press(second);
      expect([sounding(), audio().currentTime]).toEqual(['row 1', 10]);
      expect(audio().calls.filter((call) => call === 'load')).toHaveLength(loads);
      expect(ports.api.inputsOf(playItem)).toHaveLength(1);
    },
  );

  test('the sound around a start ends by itself', async () => {
    const { play, audio, sounding, ports } = start();
    await play(aroundStart({ key: 1, start: 10, title: 'Two' }));
    expect(audio().currentTime).toBe(7);
    const sound = ports.media.aside();
    for (let passed = 0; passed < 5.75; passed += 0.25) sound.playFor(0.25);
    expect(sounding()).toBe('around');
    sound.playFor(0.25);
    expect([sounding(), audio().paused]).toEqual([null, true]);
  });

  test('pauses when the player begins to sound', async () => {
    const { play, audio, sounding, subject } = start();
    await play();
    (subject.system.get('player') as unknown as { send(event: PlayerTest): void }).send({ type: 'test.play' });
    expect([sounding(), audio().paused]).toEqual([null, true]);
  });

  test('a missing file is requested once more, in another session', async () => {
    const { play, audio, sounding, subject, ports } = start();
    await play();
    audio().fail(4);
    await vi.waitFor(() => expect(ports.api.inputsOf(playItem)).toHaveLength(2));
    await vi.waitFor(() => expect(audio().src).not.toBe(''));
    expect(sounding()).toBe('row 0');
    audio().fail(4);
    await vi.waitFor(() => expect(subject.getSnapshot().matches('failed')).toBe(true));
    expect([sounding(), subject.getSnapshot().context.error]).toEqual([null, null]);
    expect(ports.api.inputsOf(closeSession)).toHaveLength(2);
  });

  test('a file that played again is refetched each time it goes missing', async () => {
    const { play, audio, subject, ports } = start();
    await play();
    for (const times of [2, 3]) {
      audio().fail(4);
      await vi.waitFor(() => expect(ports.api.inputsOf(playItem)).toHaveLength(times));
      await vi.waitFor(() => expect(audio().src).not.toBe(''));
      audio().becomeReady(600);
    }
    expect(subject.getSnapshot().matches('failed')).toBe(false);
  });

  test('reports why the server gave nothing, and retries on request', async () => {
    const { press, subject, ports, sounding } = start();
    ports.api.refuseOnce(playItem, { kind: 'network' });
    press();
    await vi.waitFor(() => expect(subject.getSnapshot().context.error).toEqual({ kind: 'network' }));
    press(second);
    expect([sounding(), subject.getSnapshot().matches('failed')]).toEqual(['row 1', false]);
    expect(subject.getSnapshot().context.error).toBe(null);
  });

  test('the session ends with the editor, and saves nothing', async () => {
    const { play, stop, audio, ports } = start();
    await play();
    stop();
    expect(audio().src).toBe('');
    await vi.waitFor(() =>
      expect(ports.api.inputsOf(closeSession)).toEqual([{ sessionId: sessionBody.id, listened: null }]),
    );
  });
});

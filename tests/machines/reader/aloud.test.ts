import { describe, expect, test, vi } from 'vitest';
import { ALOUD_SETTINGS, aloudMachine } from '../../../src/machines/reader/aloud.machine.ts';
import {
  selectAloudRate,
  selectAloudState,
  selectIsNarrated,
  selectVoice,
  selectVoices,
} from '../../../src/machines/reader/aloud.selectors.ts';
import { createFakePorts, type FakePorts } from '../../support/fakes/ports.ts';
import { createHost } from '../../support/host.ts';
import { fromTransition } from 'xstate';

const sentence = (text: string, language = 'en') => ({ text, language });
const player = fromTransition(
  (context: { wantsSound: boolean; paused: number }, event: { type: string }) => ({
    wantsSound: event.type === 'sound',
    paused: context.paused + (event.type === 'player.pause' ? 1 : 0),
  }),
  { wantsSound: false, paused: 0 },
);
/** A transition's state is not in `context`. */
const asContext = { ...player, getInitialSnapshot: player.getInitialSnapshot };

function start(ports: FakePorts = createFakePorts()) {
  const host = createHost(aloudMachine, { ports, named: { player: asContext } });
  const { subject, parentEvents } = host;
  const { voice } = ports.readers;
  return {
    ...host,
    voice,
    state: () => selectAloudState(subject.getSnapshot()),
    commands: () => parentEvents.map((event) => ('command' in event ? event.command : event)),
    said: () => voice.said.map(({ text }) => text),
    give: (...texts: string[]) =>
      subject.send({ type: 'book.sentencesFound', sentences: texts.map((text) => sentence(text)) }),
  };
}

async function reading(...texts: string[]) {
  const aloud = start();
  aloud.subject.send({ type: 'aloud.toggle' });
  await vi.waitFor(() => expect(aloud.commands()).toEqual([{ type: 'book.readAloud', from: 'view' }]));
  aloud.give(...texts);
  await vi.waitFor(() => expect(aloud.voice.isSpeaking).toBe(true));
  return aloud;
}

const over = async ({ voice }: Awaited<ReturnType<typeof reading>>, sentences: number) => {
  voice.report({ type: 'speech.begun' });
  voice.report({ type: 'speech.ended' });
  await vi.waitFor(() => expect(voice.said).toHaveLength(sentences));
};

describe('reading aloud', () => {
  test('says one sentence after the other, the page with it, and goes on with the next ones until the book ends', async () => {
    const aloud = await reading('One.', 'Two words.');
    await over(aloud, 2);
    aloud.voice.report({ type: 'speech.begun' });
    aloud.voice.report({ type: 'speech.wordReached', start: 4, end: 9 });
    aloud.voice.report({ type: 'speech.ended' });
    expect(aloud.commands()).toEqual([
      { type: 'book.readAloud', from: 'view' },
      { type: 'book.followVoice', spoken: { sentence: 0, start: 0, end: 4 } },
      { type: 'book.followVoice', spoken: { sentence: 1, start: 0, end: 10 } },
      { type: 'book.followVoice', spoken: { sentence: 1, start: 4, end: 9 } },
      { type: 'book.readAloud', from: 'next' },
    ]);
    aloud.give('Three.');
    await vi.waitFor(() => expect(aloud.said()).toEqual(['One.', 'Two words.', 'Three.']));
    aloud.voice.report({ type: 'speech.begun' });
    aloud.voice.report({ type: 'speech.ended' });
    aloud.give();
    expect([aloud.state(), aloud.commands().at(-1)]).toEqual(['off', { type: 'book.followVoice', spoken: null }]);
  });

  test('pauses, and goes on with the sentence it was in', async () => {
    const aloud = await reading('One.', 'Two.');
    await over(aloud, 2);
    aloud.subject.send({ type: 'aloud.toggle' });
    expect([aloud.state(), aloud.voice.isSpeaking]).toEqual(['paused', false]);
    aloud.subject.send({ type: 'aloud.toggle' });
    await vi.waitFor(() => expect(aloud.said()).toEqual(['One.', 'Two.', 'Two.']));
  });

  test('moves by sentences, speaking or paused', async () => {
    const aloud = await reading('One.', 'Two.', 'Three.');
    aloud.subject.send({ type: 'aloud.move', by: 1 });
    await vi.waitFor(() => expect(aloud.said()).toEqual(['One.', 'Two.']));
    aloud.subject.send({ type: 'aloud.toggle' });
    aloud.subject.send({ type: 'aloud.move', by: 1 });
    aloud.subject.send({ type: 'aloud.move', by: 1 });
    expect(aloud.commands().at(-1)).toEqual({ type: 'book.followVoice', spoken: { sentence: 2, start: 0, end: 6 } });
    aloud.subject.send({ type: 'aloud.toggle' });
    await vi.waitFor(() => expect(aloud.said().at(-1)).toBe('Three.'));
    aloud.subject.send({ type: 'aloud.move', by: 1 });
    expect(aloud.commands().at(-1)).toEqual({ type: 'book.readAloud', from: 'next' });
  });

  test('turned away by hand, it reads the page in view; paused, once it goes on', async () => {
    const aloud = await reading('One.');
    aloud.subject.send({ type: 'book.voiceHidden' });
    expect([aloud.voice.isSpeaking, aloud.commands().at(-1)]).toEqual([
      false,
      { type: 'book.readAloud', from: 'view' },
    ]);
    aloud.give('Nine.');
    await vi.waitFor(() => expect(aloud.said()).toEqual(['One.', 'Nine.']));
    aloud.subject.send({ type: 'aloud.toggle' });
    aloud.subject.send({ type: 'book.voiceHidden' });
    expect(aloud.commands().at(-1)).toEqual({ type: 'book.followVoice', spoken: null });
    aloud.subject.send({ type: 'aloud.toggle' });
    expect(aloud.commands().at(-1)).toEqual({ type: 'book.readAloud', from: 'view' });
  });

  test('stopped, it is silent and marks nothing', async () => {
    const aloud = await reading('One.');
    aloud.subject.send({ type: 'aloud.stop' });
    expect([aloud.state(), aloud.voice.isSpeaking, aloud.commands().at(-1)]).toEqual([
      'off',
      false,
      { type: 'book.followVoice', spoken: null },
    ]);
  });
});

describe('beside the player', () => {
  test('it pauses the player, and is paused by it', async () => {
    const aloud = await reading('One.');
    const own = aloud.subject.system.get('player');
    expect(own.getSnapshot().context.paused).toBe(1);
    own.send({ type: 'sound' });
    expect([aloud.state(), aloud.voice.isSpeaking]).toEqual(['paused', false]);
    aloud.subject.send({ type: 'aloud.toggle' });
    await vi.waitFor(() => expect(aloud.state()).toBe('speaking'));
    expect(own.getSnapshot().context).toEqual({ wantsSound: false, paused: 2 });
  });
});

describe('what fails', () => {
  test('a device without voices says so, and is asked again by a press', async () => {
    const aloud = start();
    aloud.voice.takeVoices();
    aloud.subject.send({ type: 'aloud.toggle' });
    await vi.waitFor(() => expect(aloud.commands()).toHaveLength(1));
    aloud.give('One.');
    await vi.waitFor(() => expect(aloud.state()).toBe('unavailable'));
    aloud.subject.send({ type: 'aloud.toggle' });
    expect(aloud.state()).toBe('busy');
  });

  test('narration of the book needs no voice of the device', async () => {
    const aloud = start();
    const clip = { url: 'blob:a', begin: 1, end: 2 };
    aloud.voice.takeVoices();
    aloud.subject.send({ type: 'aloud.toggle' });
    await vi.waitFor(() => expect(aloud.commands()).toHaveLength(1));
    aloud.subject.send({ type: 'book.sentencesFound', sentences: [{ ...sentence('One'), clip }] });
    await vi.waitFor(() => expect(aloud.voice.said).toMatchObject([{ text: 'One', clip }]));
    expect(selectIsNarrated(aloud.subject.getSnapshot())).toBe(true);
  });

  test('a voice that fails says its sentence again on a press', async () => {
    const aloud = await reading('One.');
    aloud.voice.report({ type: 'speech.failed' });
    expect(aloud.state()).toBe('failed');
    aloud.subject.send({ type: 'aloud.toggle' });
    await vi.waitFor(() => expect(aloud.said()).toEqual(['One.', 'One.']));
  });

  test('a voice that never ends has failed', async () => {
    const aloud = await reading('One.');
    aloud.ports.clock.advance(60_000);
    expect([aloud.state(), aloud.voice.isSpeaking]).toEqual(['failed', false]);
  });
});

describe('voice and speed', () => {
  test('are those of the language, change at once, and are kept', async () => {
    const aloud = await reading('One.');
    const now = () => aloud.subject.getSnapshot();
    expect(selectVoices(now()).map(({ id }) => id)).toEqual(['daniel', 'samantha']);
    aloud.subject.send({ type: 'aloud.setVoice', voice: 'daniel' });
    aloud.subject.send({ type: 'aloud.setRate', rate: 1.5 });
    await vi.waitFor(() => expect(aloud.voice.said.at(-1)).toMatchObject({ voice: 'daniel', rate: 1.5 }));
    expect([selectVoice(now()), selectAloudRate(now())]).toEqual(['daniel', 1.5]);
    expect(aloud.ports.storage.read(ALOUD_SETTINGS)).toEqual({ rate: 1.5, voices: { en: 'daniel' } });
    aloud.subject.send({ type: 'aloud.setVoice', voice: null });
    expect(aloud.ports.storage.read(ALOUD_SETTINGS)?.voices).toEqual({});
  });

  test('a chosen voice that the device lost is none', async () => {
    const ports = createFakePorts();
    ports.storage.write(ALOUD_SETTINGS, { rate: 1, voices: { en: 'gone' } });
    const aloud = start(ports);
    aloud.subject.send({ type: 'aloud.toggle' });
    await vi.waitFor(() => expect(aloud.commands()).toHaveLength(1));
    aloud.give('One.');
    await vi.waitFor(() => expect(aloud.voice.said.at(-1)?.voice).toBe(null));
  });
});

import { afterEach, expect, test, vi } from 'vitest';
import { createSpeech, type SpeechReport } from '../../src/services/speech.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

class Words extends EventTarget {
  lang = '';
  rate = 1;
  voice: unknown = null;
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** The browser's own synthesis, whose events the test sends. */
function open(names: readonly string[] = ['en_GB']) {
  vi.stubGlobal('SpeechSynthesisUtterance', Words);
  const spoken: Words[] = [];
  const calls: string[] = [];
  let voices: readonly object[] = names.map((lang) => ({ voiceURI: lang, name: `Voice of ${lang}`, lang }));
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    resume: () => calls.push('resume'),
    cancel: () => calls.push('cancel'),
    speak(words: Words) {
      calls.push('speak');
      spoken.push(words);
    },
  });
  const reports: SpeechReport[] = [];
  const page = new EventTarget();
  const speech = createSpeech(synthesis as unknown as SpeechSynthesis, {} as HTMLAudioElement, page);
  const say = (text = 'Call me Ishmael.') =>
    speech.say({ text, language: 'en', voice: 'en_GB', rate: 1.5 }, (report) => reports.push(report));
  const send = (type: string, fields: object = {}) =>
    spoken.at(-1)?.dispatchEvent(Object.assign(new Event(type), fields));
  const arrive = () => {
    voices = [{ voiceURI: 'late', name: 'Late', lang: 'de-DE' }];
    synthesis.dispatchEvent(new Event('voiceschanged'));
  };
  return { speech, say, send, spoken, calls, reports, arrive, page };
}

test('a voice says a sentence, and reports its words and its end', () => {
  const { say, send, spoken, reports } = open();
  say();
  expect(spoken[0]).toMatchObject({ text: 'Call me Ishmael.', lang: 'en', rate: 1.5, voice: { voiceURI: 'en_GB' } });
  send('start');
  send('boundary', { name: 'sentence', charIndex: 0, charLength: 16 });
  send('boundary', { name: 'word', charIndex: 5, charLength: 2 });
  // Safari and some Android voices give no length.
  send('boundary', { name: 'word', charIndex: 8 });
  send('end');
  expect(reports).toEqual([
    { type: 'speech.begun' },
    { type: 'speech.wordReached', start: 5, end: 7 },
    { type: 'speech.wordReached', start: 8, end: 16 },
    { type: 'speech.ended' },
  ]);
});

test('one that ends before it began has failed: the device has no voice', () => {
  const { say, send, reports } = open();
  say();
  send('end');
  expect(reports).toEqual([{ type: 'speech.failed' }]);
});

test('a failure is reported once', () => {
  const { say, send, reports } = open();
  say();
  send('start');
  send('error');
  send('end');
  expect(reports).toEqual([{ type: 'speech.begun' }, { type: 'speech.failed' }]);
});

test('stopped, it is silent without a report; what has ended is not stopped', () => {
  const { say, send, calls, reports } = open();
  const stop = say();
  stop();
  send('end');
  send('error');
  expect([reports, calls]).toEqual([[], ['resume', 'speak', 'cancel']]);
  const stopAgain = say();
  send('start');
  send('end');
  stopAgain();
  expect(calls.filter((call) => call === 'cancel')).toHaveLength(1);
});

test('voices have languages with hyphens', async () => {
  const { speech } = open(['en_GB', 'de-DE']);
  expect(await speech.voices()).toEqual([
    { id: 'en_GB', name: 'Voice of en_GB', language: 'en-GB' },
    { id: 'de-DE', name: 'Voice of de-DE', language: 'de-DE' },
  ]);
});

test('voices that the browser lists later are waited for, a while', async () => {
  const late = open([]);
  const voices = late.speech.voices();
  late.arrive();
  expect(await voices).toHaveLength(1);
  vi.useFakeTimers();
  const never = open([]).speech.voices();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await never).toEqual([]);
});

test('a browser without voices lists none, and fails to say a sentence', async () => {
  const speech = createSpeech(undefined, {} as HTMLAudioElement);
  const reports: SpeechReport[] = [];
  expect(await speech.voices()).toEqual([]);
  speech.say({ text: 'One.', language: 'en', voice: null, rate: 1 }, (report) => reports.push(report))();
  expect(reports).toEqual([{ type: 'speech.failed' }]);
});

test('it falls silent with its page', () => {
  const { say, page, calls } = open();
  say();
  page.dispatchEvent(new Event('pagehide'));
  expect(calls.at(-1)).toBe('cancel');
});

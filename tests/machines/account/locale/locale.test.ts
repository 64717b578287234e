import { expect, test, vi } from 'vitest';
import { waitFor } from 'xstate';
import { chooseLanguage, directionOf } from '../../../../src/machines/account/locale/locale.logic.ts';
import { localeMachine } from '../../../../src/machines/account/locale/locale.machine.ts';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { storedLocale } from '../../../../src/schemas/preferences.ts';
import { defineStored } from '../../../../src/services/storage.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';

const KEY = defineStored('earmark.locale', storedLocale);

interface Options {
  own?: string;
  browser?: readonly string[];
  kept?: string;
  loadTexts?: (language: string) => Promise<void>;
}

function open({ own, browser = [], kept, loadTexts = () => Promise.resolve() }: Options = {}) {
  const ports = createFakePorts();
  ports.page.languages = () => browser;
  ports.views.loadTexts = loadTexts;
  if (own) ports.storage.put('userSettings', JSON.stringify({ language: own }));
  if (kept) ports.storage.put(KEY.key, JSON.stringify({ language: 'en-us', direction: 'ltr', server: kept }));
  const host = createHost(localeMachine, { ports, named: { preferences: preferencesMachine } });
  const choose = (language: string | null) =>
    host.subject.system.get('preferences').send({ type: 'preferences.set', change: { language } });
  const settled = () => waitFor(host.subject, (state) => state.matches('settled'), { timeout: 1000 });
  return { ...host, ports, choose, settled, now: () => host.subject.getSnapshot() };
}

test.each<[string, readonly (string | null)[], string]>([
  ['the first that is offered', [null, 'de', 'fr'], 'de'],
  ['English where none is', ['xx', null], 'en-us'],
  ['English of another country', ['en-GB'], 'en-us'],
  ['the language of another country', ['de-AT'], 'de'],
  ['the country, where both are offered', ['pt-PT'], 'pt-pt'],
  ['the most spoken form', ['pt'], 'pt-br'],
  ['traditional script for Hong Kong', ['zh-HK'], 'zh-tw'],
  ['simplified script for Singapore', ['zh-Hans-SG'], 'zh-cn'],
  ['Norwegian by each of its codes', ['nb-NO'], 'no'],
  ['Hebrew by its old code', ['iw'], 'he'],
  ['what is no language tag as none', ['German!', 'de'], 'de'],
])('a language is chosen: %s', (_name, tags, language) => {
  const offered = ['en-us', 'de', 'fr', 'he', 'no', 'pt-br', 'pt-pt', 'zh-cn', 'zh-tw'];
  expect(chooseLanguage(tags, offered)).toBe(language);
});

test('English is the default, without a request (I18-001)', () => {
  const loadTexts = vi.fn();
  const { now, ports } = open({ loadTexts });
  expect(now().value).toBe('settled');
  expect(now().context).toEqual({ language: 'en-us', wanted: 'en-us', own: null, server: null });
  expect(loadTexts).not.toHaveBeenCalled();
  expect(ports.page.shown.language).toBe('');
});

test('the person chooses, else the server, else the browser', async () => {
  const { subject, choose, settled, now, ports } = open({ browser: ['de-DE'] });
  await settled();
  expect(ports.page.shown).toMatchObject({ language: 'de', direction: 'ltr' });
  subject.send({ type: 'locale.serverFound', language: 'en-us' });
  await settled();
  expect(now().context.language).toBe('en-us');
  choose('de');
  await settled();
  expect(now().context.language).toBe('de');
  choose(null);
  await settled();
  expect(now().context.language).toBe('en-us');
  expect(ports.storage.read(KEY)).toEqual({ language: 'en-us', direction: 'ltr', server: 'en-us' });
});

test("the server's language is kept for the next start", async () => {
  const { settled, now } = open({ kept: 'de', browser: ['en'] });
  await settled();
  expect(now().context.language).toBe('de');
});

test('the language before stays in use until the texts have loaded', async () => {
  let finish = () => {};
  const { now, settled, ports } = open({ own: 'en-xb', loadTexts: () => new Promise((resolve) => (finish = resolve)) });
  expect(now().hasTag('busy')).toBe(true);
  expect(now().context.language).toBe('en-us');
  finish();
  await settled();
  expect(ports.page.shown).toMatchObject({ language: 'en-xb', direction: directionOf('en-xb') });
  expect(directionOf('en-xb')).toBe('rtl');
});

test('another choice while texts load ends that load', async () => {
  const finish = new Map<string, () => void>();
  const loadTexts = (language: string) => new Promise<void>((resolve) => finish.set(language, resolve));
  const { choose, settled, now } = open({ own: 'de', loadTexts });
  choose('en-xa');
  finish.get('en-xa')?.();
  await settled();
  finish.get('de')?.();
  await Promise.resolve();
  expect(now().context.language).toBe('en-xa');
});

test('texts that fail to load are requested again; another preference changes nothing', async () => {
  const loadTexts = vi.fn<(language: string) => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed'));
  loadTexts.mockResolvedValue();
  const { subject, settled, now, ports } = open({ own: 'de', loadTexts });
  await waitFor(subject, (state) => state.hasTag('failed'), { timeout: 1000 });
  subject.system.get('preferences').send({ type: 'preferences.set', change: { volume: 0.5 } });
  expect(now().hasTag('failed')).toBe(true);
  expect(ports.page.shown.language).toBe('en-us');
  ports.clock.advance(10_000);
  await settled();
  expect(now().context.language).toBe('de');
});

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';
import { generalSettingsMachine } from '../../../../src/machines/admin/settings/general-settings.machine.ts';
import {
  hasPrefixChanges,
  prefixesOf,
  prefixValues,
  withTheirPrefixes,
} from '../../../../src/machines/admin/settings/prefixes.logic.ts';
import {
  selectIsSaving,
  selectRefusal,
  selectShownSettings,
} from '../../../../src/machines/admin/settings/general-settings.selectors.ts';
import { purgeMachine, type Cache } from '../../../../src/machines/admin/settings/purge.machine.ts';
import {
  isOffered,
  isOn,
  patternsOf,
  SETTING_GROUPS,
} from '../../../../src/machines/admin/settings/settings-table.logic.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { authorized } from '../../../../src/schemas/api/auth.ts';
import { requestBodies } from '../../../../src/schemas/requests/index.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { authorize, getStatus } from '../../../../src/services/endpoints/auth.ts';
import { listCustomProviders } from '../../../../src/services/endpoints/metadata-utils.ts';
import {
  purgeCache,
  purgeItemsCache,
  updateServerSettings,
  updateSortingPrefixes,
} from '../../../../src/services/endpoints/server-admin.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const body = recording('auth/login-root').response.body;
const { serverSettings: stored } = z.parse(authorized, body);
const rows = SETTING_GROUPS.flatMap((group) => [...group.rows]);

async function open() {
  const host = createHost(generalSettingsMachine, {
    input: { route: { name: 'config' }, entryKey: 'k', memory: null },
    named: { toasts: null, modals: null },
  });
  host.ports.api.answer(authorize, body);
  host.ports.api.answer(getStatus, recording('auth/status').response.body);
  host.ports.api.answer(listCustomProviders, { providers: [] });
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  return { ...host, shown: () => selectShownSettings(host.subject.getSnapshot()) };
}

test('a control shows its new value at once, and the session receives the saved one (CFG-005, CFG-009)', async () => {
  const { subject, ports, shown, parentEvents } = await open();
  const serverSettings = { ...stored, dateFormat: 'dd.MM.yyyy' };
  expect(selectIsSaving(subject.getSnapshot())).toBe(false);
  const save = ports.api.defer(updateServerSettings);
  subject.send({ type: 'settings.change', change: { dateFormat: 'dd.MM.yyyy' } });
  expect([shown()?.dateFormat, selectIsSaving(subject.getSnapshot())]).toEqual(['dd.MM.yyyy', true]);
  save.resolve({ serverSettings });
  await vi.waitFor(() => expect(parentEvents).toEqual([{ type: 'page.settingsSaved', serverSettings }]));
  expect(ports.api.inputsOf(updateServerSettings)).toEqual([{ dateFormat: 'dd.MM.yyyy' }]);
});

test("the server's answer to a save shows, also where it differs", async () => {
  const { subject, ports, shown } = await open();
  const serverSettings = { ...stored, dateFormat: 'dd.MM.yyyy', chromecastEnabled: true };
  ports.api.answer(updateServerSettings, { serverSettings });
  subject.send({ type: 'settings.change', change: { dateFormat: 'yyyy-MM-dd' } });
  await vi.waitFor(() => expect(selectIsSaving(subject.getSnapshot())).toBe(false));
  expect(shown()).toEqual(serverSettings);
});

test('changes during a save follow it, each with its latest value', async () => {
  const { subject, ports, shown } = await open();
  const first = ports.api.defer(updateServerSettings);
  subject.send({ type: 'settings.change', change: { chromecastEnabled: true } });
  subject.send({ type: 'settings.change', change: { chromecastEnabled: false } });
  subject.send({ type: 'settings.change', change: { timeFormat: 'h:mma' } });
  expect(shown()).toMatchObject({ chromecastEnabled: false, timeFormat: 'h:mma' });
  ports.api.answer(updateServerSettings, { serverSettings: { ...stored, timeFormat: 'h:mma' } });
  first.resolve({ serverSettings: { ...stored, chromecastEnabled: true } });
  await vi.waitFor(() => expect(ports.api.inputsOf(updateServerSettings)).toHaveLength(2));
  expect(ports.api.inputsOf(updateServerSettings)[1]).toEqual({ chromecastEnabled: false, timeFormat: 'h:mma' });
  await vi.waitFor(() => expect(subject.getSnapshot().matches({ shown: 'resting' })).toBe(true));
  expect(shown()).toMatchObject({ chromecastEnabled: false, timeFormat: 'h:mma' });
});

test('a value that the server refuses is put right, with the reason at its control (CFG-004, ERR-073)', async () => {
  const { subject, ports, shown } = await open();
  ports.api.refuseOnce(updateServerSettings, { kind: 'rejected', status: 400, message: 'Forced by environment' });
  subject.send({ type: 'settings.change', change: { allowIframe: true } });
  await vi.waitFor(() =>
    expect(selectRefusal(subject.getSnapshot())).toMatchObject({
      keys: ['allowIframe'],
      error: { message: 'Forced by environment' },
    }),
  );
  expect(shown()?.allowIframe).toBe(stored.allowIframe);
});

test('what another administrator changed shows when the page is refreshed (CFG-001)', async () => {
  const { subject, ports, shown } = await open();
  ports.api.answer(authorize, { ...(body as object), serverSettings: { ...stored, dateFormat: 'yyyy-MM-dd' } });
  subject.send({ type: 'page.refresh', again: true });
  ports.clock.advance(10_000);
  await vi.waitFor(() => expect(shown()?.dateFormat).toBe('yyyy-MM-dd'));
});

test('whatever a control offers, the server accepts (VAL, API)', () => {
  const choice = fc
    .constantFrom(...rows)
    .chain((row) =>
      fc
        .constantFrom(
          ...(row.kind === 'toggle' ? [row.on, row.off] : row.kind === 'pattern' ? row.patterns : ['google', 'de']),
        )
        .map((value) => ({ [row.key]: value })),
    );
  fc.assert(
    fc.property(choice, (change) => {
      expect(isOffered(change)).toBe(true);
      expect(z.parse(requestBodies['settings.update'], change)).toEqual(change);
    }),
  );
});

test.each([{ dateFormat: 'ww' }, { backupsToKeep: 3 }, { homeBookshelfView: 2 }])('%j is not offered', (change) => {
  expect(isOffered(change)).toBe(false);
});

test.each([
  ['homeBookshelfView', { homeBookshelfView: 0 }, true],
  ['homeBookshelfView', { homeBookshelfView: 1 }, false],
  ['bookshelfView', { bookshelfView: 1 }, false],
  ['scannerDisableWatcher', { scannerDisableWatcher: false }, true],
  ['scannerDisableWatcher', { scannerDisableWatcher: true }, false],
  ['scannerDisableWatcher', { scannerDisableWatcher: undefined }, true],
  ['allowIframe', { allowIframe: undefined }, false],
])('the switch of %s at %j is on: %s (CFG-007, CFG-008)', (key, settings, isSwitchedOn) => {
  const row = rows.find((candidate) => candidate.key === key);
  if (row?.kind !== 'toggle') throw new Error('no switch');
  expect(isOn(row, { ...stored, ...settings } as typeof stored)).toBe(isSwitchedOn);
});

test('a format that only the server knows stays among the choices (CFG-005, CFG-006)', () => {
  const [date] = rows.filter((row) => row.kind === 'pattern');
  if (date?.kind !== 'pattern') throw new Error('no choice');
  expect(patternsOf(date, { ...stored, dateFormat: 'd.M.yy' }).at(-1)).toBe('d.M.yy');
  expect(patternsOf(date, { ...stored, dateFormat: 'MM/dd/yyyy' })).toBe(date.patterns);
});

test('prefixes are saved as a set: small, without spaces, each once, one at least (CFG-010, VAL-028)', async () => {
  const { subject, ports, parentEvents, receivedBy } = await open();
  const form = subject.getSnapshot().context.prefixes;
  if (!form) throw new Error('no prefixes');
  form.send({ type: 'form.change', field: 'prefixes', value: [] });
  form.send({ type: 'form.submit' });
  expect(form.getSnapshot().context.problems).toEqual({ prefixes: 'noPrefix' });
  form.send({ type: 'form.change', field: 'prefixes', value: [' The ', 'the', 'Der'] });
  const serverSettings = { ...stored, sortingPrefixes: ['the', 'der'] };
  ports.api.answer(updateSortingPrefixes, { rowsUpdated: 3, serverSettings });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(parentEvents).toEqual([{ type: 'page.settingsSaved', serverSettings }]));
  expect(ports.api.inputsOf(updateSortingPrefixes)).toEqual([{ sortingPrefixes: ['the', 'der'] }]);
  expect(receivedBy('toasts')[0]).toMatchObject({
    message: { key: 'serverCache.prefixesSaved', values: { count: 3 } },
  });
  await vi.waitFor(() => expect(form.getSnapshot().context.values).toEqual(prefixValues(['the', 'der'])));
  expect(prefixesOf({ ...prefixValues(['a']), typed: ' B ' })).toEqual(['a', 'b']);
});

test('prefixes differ when one is added, removed or changed, in any order and case', () => {
  const base = ['the', 'a'];
  const isOther = (prefixes: string[], typed = '') => hasPrefixChanges({ prefixes, typed, base });
  expect([isOther(base), isOther(['A', ' the ']), isOther(['the', 'a', 'the']), isOther(base, 'a')]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([isOther(base, 'x'), isOther(['the']), isOther(['the', 'b']), isOther([])]).toEqual([true, true, true, true]);
});

test("the server's prefixes become those of the form, except edited ones", () => {
  const base = ['the'];
  const typed = { prefixes: base, typed: 'a', base };
  expect([
    withTheirPrefixes(prefixValues(base), ['der']),
    withTheirPrefixes(typed, ['der']),
    withTheirPrefixes(typed, ['a', 'the']),
  ]).toEqual([prefixValues(['der']), { ...typed, base: ['der'] }, prefixValues(['a', 'the'])]);
});

test.each([
  ['all', purgeCache, 'serverCache.confirmAll'],
  ['items', purgeItemsCache, 'serverCache.confirmItems'],
] as const)('the cache of %s is emptied after a question (areas 4)', async (cache, endpoint, key) => {
  const { subject, ports, receivedBy } = await open();
  subject.send({ type: 'settings.purge', cache });
  const [question] = receivedBy('modals');
  expect(question).toMatchObject({ modal: 'confirm', input: { message: { key } } });
  ports.api.answer(endpoint, 'OK');
  const output = { accepted: true, checked: false };
  subject.getSnapshot().children.purge?.send({ type: 'modal.closed', modal: 'confirm', tag: 'purge', output });
  await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(1));
  expect(receivedBy('toasts')[0]).toMatchObject({ kind: 'success', message: { key: 'serverCache.purged' } });
  expect(ports.api.inputsOf(endpoint)).toHaveLength(1);
});

describe('a cache', () => {
  const openPurge = () => {
    const host = createHost(purgeMachine, { named: { toasts: null, modals: null } });
    const ask = (cache: Cache) => host.subject.send({ type: 'cache.purge', cache });
    const answer = (accepted: boolean) => host.subject.send(questionClosed(accepted));
    const requested = () => [purgeCache, purgeItemsCache].map((endpoint) => host.ports.api.inputsOf(endpoint).length);
    return { ...host, ask, answer, requested, at: () => host.subject.getSnapshot().value };
  };

  test('is not cleared without confirmation, with one question at a time', () => {
    const { ask, answer, requested, at, receivedBy } = openPurge();
    ask('items');
    ask('all');
    expect([receivedBy('modals').length, at()]).toEqual([1, 'asking']);
    answer(false);
    expect([requested(), at()]).toEqual([[0, 0], 'resting']);
    ask('all');
    expect(receivedBy('modals')).toMatchObject([
      { input: { message: { key: 'serverCache.confirmItems' } } },
      { input: { message: { key: 'serverCache.confirmAll' } } },
    ]);
  });

  test('that could not be emptied says why, and can be emptied again', async () => {
    const { ask, answer, requested, at, ports, receivedBy, subject } = openPurge();
    ports.api.refuseOnce(purgeItemsCache, { kind: 'network' });
    for (const toasts of [1, 2]) {
      ask('items');
      answer(true);
      ask('all');
      expect([subject.getSnapshot().hasTag('busy'), receivedBy('modals').length]).toEqual([true, toasts]);
      await vi.waitFor(() => expect([at(), receivedBy('toasts').length]).toEqual(['resting', toasts]));
      ports.api.answer(purgeItemsCache, 'OK');
    }
    const toast = { type: 'toasts.show', id: 'cache' };
    expect(receivedBy('toasts')).toEqual([
      { ...toast, kind: 'error', message: { key: 'serverCache.failed' }, error: { kind: 'network' } },
      { ...toast, kind: 'success', message: { key: 'serverCache.purged' } },
    ]);
    expect(requested()).toEqual([0, 2]);
  });
});

test('what no control offers is not sent; after a refusal the next change is', async () => {
  const { subject, ports, parentEvents } = await open();
  subject.send({ type: 'settings.change', change: { backupsToKeep: 3 } as never });
  ports.api.refuseOnce(updateServerSettings, { kind: 'network' });
  subject.send({ type: 'settings.change', change: { allowIframe: true } });
  await vi.waitFor(() => expect(selectRefusal(subject.getSnapshot())?.keys).toEqual(['allowIframe']));
  expect([selectIsSaving(subject.getSnapshot()), parentEvents]).toEqual([false, []]);
  const save = ports.api.defer(updateServerSettings);
  subject.send({ type: 'settings.change', change: { timeFormat: 'h:mma' } });
  expect(selectRefusal(subject.getSnapshot())).toBe(null);
  save.resolve({ serverSettings: { ...stored, timeFormat: 'h:mma' } });
  await vi.waitFor(() => expect(selectIsSaving(subject.getSnapshot())).toBe(false));
  expect(ports.api.inputsOf(updateServerSettings)).toEqual([{ allowIframe: true }, { timeFormat: 'h:mma' }]);
});

test('data read during a save is reloaded after; a shut page drops what waits', async () => {
  const { subject, ports, shown } = await open();
  const reads = () => ports.api.inputsOf(authorize).length;
  const before = reads();
  const save = ports.api.defer(updateServerSettings);
  subject.send({ type: 'settings.change', change: { timeFormat: 'h:mma' } });
  subject.send({ type: 'settings.change', change: { allowIframe: true } });
  ports.api.answerOnce(authorize, { ...(body as object), serverSettings: { ...stored, dateFormat: 'yyyy-MM-dd' } });
  const second = ports.api.defer(authorize);
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(reads()).toBe(before + 2));
  expect(shown()?.dateFormat).toBe(stored.dateFormat);
  second.reject(new AppException({ kind: 'forbidden', message: '' }));
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('failed'));
  expect(subject.getSnapshot().context).toMatchObject({ sent: {}, waiting: {} });
  save.resolve({ serverSettings: stored });
  ports.api.answer(authorize, body);
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('shown'));
  expect(ports.api.inputsOf(updateServerSettings)).toHaveLength(1);
});

test("another administrator's saved prefixes are in the form; those saved here show", async () => {
  const { subject, ports, shown } = await open();
  const form = subject.getSnapshot().context.prefixes;
  const theirs = { ...stored, sortingPrefixes: ['der', 'die'] };
  ports.api.answer(authorize, { ...(body as object), serverSettings: theirs });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(form?.getSnapshot().context.values).toEqual(prefixValues(['der', 'die'])));
  ports.api.answer(updateSortingPrefixes, { rowsUpdated: 0, serverSettings: { ...stored, sortingPrefixes: ['das'] } });
  form?.send({ type: 'form.change', field: 'prefixes', value: ['das'] });
  form?.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(shown()?.sortingPrefixes).toEqual(['das']));
});

test.each([
  ['those that an administrator added with those that every server knows', true],
  ['those that every server knows where the others could not be read', false],
])('covers can be requested of %s; they follow others (EVT-041, EVT-042)', async (_what, isRead) => {
  const host = createHost(generalSettingsMachine, {
    input: { route: { name: 'config' }, entryKey: 'k', memory: null },
    named: { toasts: null, modals: null },
  });
  const { api } = host.ports;
  api.answer(authorize, body);
  api.answer(getStatus, recording('auth/status').response.body);
  const providers = [{ id: '1', name: 'Our catalogue', mediaType: 'book', url: 'http://x.example' }];
  if (isRead) api.answer(listCustomProviders, { providers });
  else api.refuse(listCustomProviders, { kind: 'network' });
  const values = () => host.subject.getSnapshot().context.providers.map(({ value }) => value);
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  await vi.waitFor(() => expect(values().includes('custom-1')).toBe(isRead));
  expect(values()).toContain('google');
  const provider = { id: '2', name: 'Mine', slug: 'custom-2' };
  host.subject.send({ type: 'server.customProvider.added', provider: { ...provider, mediaType: 'podcast' } });
  expect(values()).not.toContain('custom-2');
  host.subject.send({ type: 'server.customProvider.added', provider: { ...provider, mediaType: 'book' } });
  expect(values().at(-1)).toBe('custom-2');
  host.subject.send({ type: 'server.customProvider.removed', provider });
  expect(values()).not.toContain('custom-2');
});

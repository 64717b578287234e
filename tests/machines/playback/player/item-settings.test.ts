import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  effectivePreferences,
  ITEMS_KEPT,
  ownSettingsOf,
  withOwnSetting,
} from '../../../../src/machines/playback/player/item-settings.logic.ts';
import {
  ITEM_SETTINGS,
  itemSettingsMachine,
  type ItemSettingsEvent,
} from '../../../../src/machines/playback/player/item-settings.machine.ts';
import { rateOf } from '../../../../src/machines/playback/player/item-settings.selectors.ts';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { storedItemSettings, type ItemSettings } from '../../../../src/schemas/player-memory.ts';
import { defaultPreferences } from '../../../../src/schemas/preferences.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { BOOK } from '../../../support/player-fixtures.ts';

const entry = (libraryItemId: string, changes: Partial<ItemSettings> = {}): ItemSettings => ({
  owner: 'me',
  libraryItemId,
  playbackRate: 1.5,
  autoRewind: null,
  skipStart: 0,
  skipEnd: 0,
  ...changes,
});

const NONE = { playbackRate: null, autoRewind: null, skipStart: 0, skipEnd: 0 };

describe('the settings of items', () => {
  test('belong to one account and one item; unset ones are the general ones', () => {
    const all = [entry('a'), entry('a', { owner: 'you', playbackRate: 2 })];
    expect(ownSettingsOf(all, 'me', 'a')).toMatchObject({ playbackRate: 1.5, autoRewind: null });
    expect(ownSettingsOf(all, 'me', 'b')).toEqual(NONE);
    expect(ownSettingsOf(all, 'me', null)).toEqual(NONE);
    expect(effectivePreferences({ ...defaultPreferences, autoRewind: 10 }, ownSettingsOf(all, 'me', 'a'))).toEqual({
      ...defaultPreferences,
      playbackRate: 1.5,
      autoRewind: 10,
      skipStart: 0,
      skipEnd: 0,
    });
  });

  test('disappear with the last own setting of the item', () => {
    const all = withOwnSetting([entry('a'), entry('b')], 'me', 'a', 'autoRewind', 0);
    expect(all).toEqual([entry('b'), entry('a', { autoRewind: 0 })]);
    const less = withOwnSetting(all, 'me', 'a', 'playbackRate', null);
    expect(less).toEqual([entry('b'), entry('a', { playbackRate: null, autoRewind: 0 })]);
    expect(withOwnSetting(less, 'me', 'a', 'autoRewind', null)).toEqual([entry('b')]);
  });

  test("keep a podcast's skips, until nothing is skipped", () => {
    const all = withOwnSetting(withOwnSetting([], 'me', 'a', 'skipStart', 30), 'me', 'a', 'skipEnd', 10);
    expect(all).toEqual([entry('a', { playbackRate: null, skipStart: 30, skipEnd: 10 })]);
    const less = withOwnSetting(all, 'me', 'a', 'skipStart', 0);
    expect(withOwnSetting(less, 'me', 'a', 'skipEnd', 0)).toEqual([]);
  });

  test('of older versions skip nothing; an invalid skip is not read', () => {
    const { skipStart: _start, skipEnd: _end, ...old } = entry('a');
    expect(z.parse(storedItemSettings, [old, entry('b', { skipEnd: -1 })])).toEqual([entry('a')]);
  });

  test('are bounded: the ones set longest ago are forgotten', () => {
    const full = Array.from({ length: ITEMS_KEPT }, (_, index) => entry(String(index)));
    const all = withOwnSetting(full, 'me', 'new', 'playbackRate', 2);
    expect([all.length, all[0]?.libraryItemId, all.at(-1)?.libraryItemId]).toEqual([ITEMS_KEPT, '1', 'new']);
  });

  test('of one item are its last values, whatever is set for others', () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      setting: fc.constantFrom('playbackRate' as const, 'autoRewind' as const),
      value: fc.option(fc.integer({ min: 1, max: 10 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const all = steps.reduce<readonly ItemSettings[]>(
          (list, { id, setting, value }) => withOwnSetting(list, 'me', id, setting, value),
          [],
        );
        for (const id of ['a', 'b', 'c']) {
          for (const setting of ['playbackRate', 'autoRewind'] as const) {
            const last = steps.findLast((one) => one.id === id && one.setting === setting);
            expect(ownSettingsOf(all, 'me', id)[setting]).toBe(last?.value ?? null);
          }
        }
        expect(all.every(({ playbackRate, autoRewind }) => playbackRate !== null || autoRewind !== null)).toBe(true);
      }),
    );
  });
});

describe("the player's input", () => {
  function open(stored?: string) {
    const ports = createFakePorts();
    if (stored !== undefined) ports.storage.put(ITEM_SETTINGS.key, stored);
    const host = createHost(itemSettingsMachine, { ports, named: { preferences: preferencesMachine } });
    const send = (...events: readonly ItemSettingsEvent[]) => events.forEach((event) => host.subject.send(event));
    send({ type: 'account.loaded', userId: 'user-1' }, { type: 'media.changed', media: BOOK });
    const report = () =>
      (host.parentEvents.at(-1) as unknown as { preferences: { playbackRate: number; autoRewind: number } })
        .preferences;
    const rates = (...ids: readonly (string | null)[]) => ids.map((id) => rateOf(id)(host.subject.getSnapshot()));
    return { ports, send, rates, now: () => [report().playbackRate, report().autoRewind], report: host.parentEvents };
  }

  test('a speed is for everything, until it is for this book', () => {
    const { send, now, ports, rates } = open();
    send({ type: 'settings.set', setting: 'playbackRate', value: 1.2 });
    expect([now(), ports.storage.texts.has(ITEM_SETTINGS.key)]).toEqual([[1.2, 0], false]);
    send({ type: 'settings.choose', setting: 'playbackRate', scope: 'item' });
    send({ type: 'settings.set', setting: 'playbackRate', value: 2 });
    expect(now()).toEqual([2, 0]);
    send({ type: 'media.changed', media: { libraryItemId: 'other', episodeId: null } });
    expect(now()).toEqual([1.2, 0]);
    expect(rates(BOOK.libraryItemId, 'other', null)).toEqual([2, 1.2, 1.2]);
    send({ type: 'media.changed', media: BOOK });
    expect(now()).toEqual([2, 0]);
    send({ type: 'settings.choose', setting: 'playbackRate', scope: 'everywhere' });
    expect(now()).toEqual([1.2, 0]);
  });

  test("a podcast's skips are kept for it alone, and nothing without an open item", () => {
    const { send, report, ports } = open();
    const last = () => (report.at(-1) as unknown as { preferences: object }).preferences;
    send({ type: 'media.changed', media: { libraryItemId: 'podcast', episodeId: 'one' } });
    send({ type: 'settings.setSkip', setting: 'skipStart', seconds: 30 });
    expect(last()).toMatchObject({ skipStart: 30, skipEnd: 0 });
    expect(ports.storage.read(ITEM_SETTINGS)).toMatchObject([{ libraryItemId: 'podcast', skipStart: 30 }]);
    send({ type: 'media.changed', media: { libraryItemId: 'other', episodeId: 'one' } });
    expect(last()).toMatchObject({ skipStart: 0 });
    send({ type: 'media.changed', media: null }, { type: 'settings.setSkip', setting: 'skipEnd', seconds: 5 });
    expect(ports.storage.read(ITEM_SETTINGS)).toMatchObject([{ libraryItemId: 'podcast', skipEnd: 0 }]);
  });

  test('all episodes of a podcast have the same', () => {
    const { send, now } = open();
    send({ type: 'media.changed', media: { libraryItemId: 'podcast', episodeId: 'one' } });
    send({ type: 'settings.choose', setting: 'autoRewind', scope: 'item' });
    send({ type: 'settings.set', setting: 'autoRewind', value: 15 });
    send({ type: 'media.changed', media: { libraryItemId: 'podcast', episodeId: 'two' } });
    expect(now()).toEqual([1, 15]);
  });

  test('what another tab sets holds here too', () => {
    const { send, now, ports } = open();
    send({ type: 'settings.choose', setting: 'playbackRate', scope: 'item' });
    const [mine] = ports.storage.read(ITEM_SETTINGS) ?? [];
    if (!mine) throw new Error('nothing was stored');
    ports.storage.changeElsewhere(ITEM_SETTINGS, [{ ...mine, playbackRate: 3 }]);
    expect(now()).toEqual([3, 0]);
    ports.storage.changeElsewhere(ITEM_SETTINGS, null);
    expect(now()).toEqual([1, 0]);
  });

  test('a full storage loses it with the page only', () => {
    const { send, now, ports } = open();
    ports.storage.mode = 'full';
    send({ type: 'settings.choose', setting: 'playbackRate', scope: 'item' });
    send({ type: 'settings.set', setting: 'playbackRate', value: 2 });
    expect(now()).toEqual([2, 0]);
  });

  test.each([
    '{',
    '{}',
    '"x"',
    '[1, null, {"owner": "x"}]',
    '[{"owner": "http://localhost/ user-1", "playbackRate": 99}]',
  ])('a broken storage (%s) is as everywhere', (stored) => {
    expect(open(stored).now()).toEqual([1, 0]);
  });

  test('nothing is chosen without an item', () => {
    const { send, ports } = open();
    send({ type: 'media.changed', media: null }, { type: 'settings.choose', setting: 'playbackRate', scope: 'item' });
    expect(ports.storage.texts.has(ITEM_SETTINGS.key)).toBe(false);
  });
});

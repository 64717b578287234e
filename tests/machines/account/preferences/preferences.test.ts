import { expect, test } from 'vitest';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { defaultPreferences, storedPreferences } from '../../../../src/schemas/preferences.ts';
import { defineStored } from '../../../../src/services/storage.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';

const KEY = defineStored('userSettings', storedPreferences);

function open(stored?: string) {
  const ports = createFakePorts();
  if (stored !== undefined) ports.storage.put(KEY.key, stored);
  const host = createHost(preferencesMachine, { ports });
  return { ...host, now: () => host.subject.getSnapshot().context };
}

test('the defaults are those of the product', () => {
  expect(open().now()).toEqual({
    theme: 'system',
    language: null,
    lastLibraryId: null,
    orderBy: 'media.metadata.title',
    orderDesc: false,
    filterBy: 'all',
    playbackRate: 1,
    playbackRateIncrementDecrement: 0.1,
    bookshelfCoverSize: 120,
    bookshelfLayout: 'covers',
    collapseSeries: false,
    collapseBookSeries: false,
    showSubtitles: false,
    useChapterTrack: false,
    seriesSortBy: 'name',
    seriesSortDesc: false,
    seriesFilterBy: 'all',
    authorSortBy: 'name',
    authorSortDesc: false,
    podcastEpisodesFilter: 'incomplete',
    podcastEpisodesSortBy: 'publishedAt',
    podcastEpisodesSortDesc: true,
    jumpForwardAmount: 10,
    jumpBackwardAmount: 10,
    sleepTimerFades: true,
    playsNextOfSeries: false,
    autoRewind: 0,
    autoRewindInChapter: false,
    mediaKeys: 'chapters',
    volume: 1,
  });
});

test.each([
  ['orderBy', 'media.metadata.title', 'STO-001'],
  ['orderDesc', false, 'STO-002'],
  ['filterBy', 'all', 'STO-003'],
  ['playbackRate', 1, 'STO-004, CON-019'],
  ['playbackRateIncrementDecrement', 0.1, 'STO-005'],
  ['bookshelfCoverSize', 120, 'STO-006'],
  ['collapseSeries', false, 'STO-007'],
  ['collapseBookSeries', false, 'STO-008'],
  ['showSubtitles', false, 'STO-009'],
  ['useChapterTrack', false, 'STO-010'],
  ['seriesSortBy', 'name', 'STO-011'],
  ['seriesSortDesc', false, 'STO-012'],
  ['seriesFilterBy', 'all', 'STO-013'],
  ['authorSortBy', 'name', 'STO-014'],
  ['authorSortDesc', false, 'STO-015'],
  ['jumpForwardAmount', 10, 'STO-016'],
  ['jumpBackwardAmount', 10, 'STO-017'],
] as const)('%s is %j by default (%s)', (setting, value, _row) => {
  expect(open().now()[setting]).toBe(value);
});

test('an unchanged value is neither written nor reported again: each page names its library', () => {
  const { subject, ports } = open();
  subject.send({ type: 'preferences.set', change: { lastLibraryId: 'library-1' } });
  ports.storage.put(KEY.key, 'untouched');
  const before = subject.getSnapshot().context;
  subject.send({ type: 'preferences.set', change: { lastLibraryId: 'library-1' } });
  expect([ports.storage.texts.get(KEY.key), subject.getSnapshot().context === before]).toEqual(['untouched', true]);
  subject.send({ type: 'preferences.set', change: { lastLibraryId: 'library-1', volume: 0.5 } });
  expect(ports.storage.read(KEY)).toEqual({ ...defaultPreferences, lastLibraryId: 'library-1', volume: 0.5 });
});

test('a change applies at once and after a reload (STO-018)', () => {
  const { subject, ports, now } = open();
  subject.send({ type: 'preferences.set', change: { theme: 'dark', volume: 0 } });
  const changed = { ...defaultPreferences, theme: 'dark', volume: 0 };
  expect([now(), ports.page.shown.theme, ports.storage.read(KEY)]).toEqual([changed, 'dark', changed]);
  expect(open(ports.storage.texts.get(KEY.key)).now()).toEqual(changed);
});

test.each([
  [0.1, 0.1],
  [0.05, 0.05],
  [0.2, 0.1],
  [0, 0.1],
])('a speed step of %f is read as %f (PLR-071, VAL-057, AMB-47)', (stored, step) => {
  expect(open(JSON.stringify({ playbackRateIncrementDecrement: stored })).now().playbackRateIncrementDecrement).toBe(
    step,
  );
});

test('a broken field falls back to its default and costs no other; false and 0 are values (pitfall 41)', () => {
  const stored = JSON.stringify({
    volume: 0,
    orderDesc: false,
    playbackRate: 'fast',
    jumpForwardAmount: 30,
    unheardOf: 1,
  });
  expect(open(stored).now()).toEqual({ ...defaultPreferences, volume: 0, jumpForwardAmount: 30 });
});

test('a change in another tab is taken over, theme included', () => {
  const { ports, now } = open();
  ports.storage.changeElsewhere(KEY, { ...defaultPreferences, theme: 'light', playbackRate: 1.5 });
  expect([now().playbackRate, ports.page.shown.theme]).toEqual([1.5, 'light']);
  ports.storage.changeElsewhere(KEY, null);
  expect(now()).toEqual(defaultPreferences);
});

test('with full storage a change still holds for this page', () => {
  const { subject, ports, now } = open();
  ports.storage.mode = 'full';
  subject.send({ type: 'preferences.set', change: { playbackRate: 2 } });
  expect([now().playbackRate, ports.storage.read(KEY)]).toEqual([2, null]);
});

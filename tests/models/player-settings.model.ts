import { fromTransition, type SnapshotFrom } from 'xstate';
import { autoRewindMachine } from '../../src/machines/playback/player/auto-rewind.machine.ts';
import {
  historyMachine,
  POSITION_HISTORY,
  type HistoryEvent,
} from '../../src/machines/playback/player/history.machine.ts';
import {
  ITEM_SETTINGS,
  itemSettingsMachine,
  type ItemSettingsEvent,
} from '../../src/machines/playback/player/item-settings.machine.ts';
import { effectivePreferences, ownSettingsOf } from '../../src/machines/playback/player/item-settings.logic.ts';
import { listeningSessionsMachine } from '../../src/machines/playback/player/listening-sessions.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { listeningSessionsPage } from '../../src/schemas/api/listening-session.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import type { Jump } from '../../src/schemas/player-memory.ts';
import { z } from '../../src/schemas/zod.ts';
import { BOOK, playheadAt } from '../support/player-fixtures.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const lost = new AppException({ kind: 'network' });
const OTHER = { libraryItemId: 'other', episodeId: 'e' };

type ItemSettingsSnapshot = SnapshotFrom<typeof itemSettingsMachine>;
const isKnown = ({ context }: ItemSettingsSnapshot) => context.owner !== '';
const ownOf = ({ context }: ItemSettingsSnapshot) => ownSettingsOf(context.items, context.owner, context.libraryItemId);

const settingsEvents: readonly ItemSettingsEvent[] = [
  { type: 'media.changed', media: BOOK },
  { type: 'media.changed', media: OTHER },
  { type: 'media.changed', media: null },
  { type: 'settings.set', setting: 'playbackRate', value: 2 },
  { type: 'settings.set', setting: 'autoRewind', value: 30 },
  { type: 'settings.choose', setting: 'playbackRate', scope: 'item' },
  { type: 'settings.choose', setting: 'playbackRate', scope: 'everywhere' },
  { type: 'settings.setSkip', setting: 'skipEnd', seconds: 20 },
  { type: 'settings.changedElsewhere', items: [] },
  { type: 'preferences.changed', preferences: { ...defaultPreferences, playbackRate: 1.5 } },
];

export const itemSettingsModel = defineModel({
  name: 'itemSettings',
  machine: itemSettingsMachine,
  named: { preferences: fromTransition((state) => state, defaultPreferences) },
  events: [
    (state: ItemSettingsSnapshot) => (isKnown(state) ? null : ({ type: 'account.loaded', userId: 'user-1' } as const)),
    ...settingsEvents.map((event) => (state: ItemSettingsSnapshot) => (isKnown(state) ? event : null)),
  ],
  stopWhen: ({ context }) => context.items.length > 1,
  project: ({ context }) => [context.owner, context.libraryItemId, context.items, context.preferences.playbackRate],
  invariants: {
    'the player has what the open item has for itself, else what holds everywhere': (
      state,
      { happened, parentEvents },
    ) => {
      const last = parentEvents.at(-1) as { preferences?: unknown } | undefined;
      return (
        happened.length === 0 ||
        JSON.stringify(last?.preferences) ===
          JSON.stringify(effectivePreferences(state.context.preferences, ownOf(state)))
      );
    },
    'a setting of one item changes nothing else': ({ context }, { happened }) => {
      const opened = happened.flatMap((event) =>
        event.type === 'media.changed' ? [(event as { media?: { libraryItemId: string } }).media?.libraryItemId] : [],
      );
      return context.items.every(
        ({ owner, libraryItemId }) => owner === context.owner && opened.includes(libraryItemId),
      );
    },
    'what was set here is stored': ({ context }, { happened, ports }) =>
      !['settings.choose', 'settings.setSkip'].includes(happened.at(-1)?.type ?? '') ||
      context.libraryItemId === null ||
      ports.storage.texts.get(ITEM_SETTINGS.key) === JSON.stringify(context.items),
  },
});

const LIMITS = { most: 30, floor: 95 };

export const autoRewindModel = defineModel({
  name: 'autoRewind',
  machine: autoRewindMachine,
  starts: [{ input: { playhead: playheadAt({ time: 100 }) } }],
  events: [
    { type: 'sound.started' },
    { type: 'sound.stopped' },
    { type: 'position.jumped' },
    { type: 'play.pressed', limits: LIMITS },
    { type: 'media.changed' },
    { type: 'media.ended' },
    { type: 'media.resumed', pause: 5, limits: LIMITS },
    { type: 'media.resumed', pause: 4000, limits: LIMITS },
    { type: 'media.resumed', pause: 4000, limits: { most: 3, floor: 0 } },
  ],
  project: () => null,
  invariants: {
    'playing goes back only when it goes on, never forward, never over the limits': (_state, { parentEvents }) =>
      parentEvents.every((event) => 'time' in event && (event['time'] === 95 || event['time'] === 97)),
    'once in a pause': (_state, { happened, parentEvents }) =>
      parentEvents.length <= happened.filter(({ type }) => type === 'media.resumed' || type === 'play.pressed').length,
    'after a press there is no pause any more': (state, { happened }) =>
      happened.at(-1)?.type !== 'play.pressed' || state.value !== 'paused',
  },
});

/** As times and reasons, whatever the order of the keys. */
const toText = (jumps: readonly Jump[] = []) =>
  jumps.map(({ at, from, to, reason }) => `${at} ${from} ${to} ${reason}`).join();

const historyEvents: readonly HistoryEvent[] = [
  { type: 'media.changed', media: BOOK },
  { type: 'media.changed', media: null },
  { type: 'position.jumped', jump: { from: 10, to: 60, reason: 'seek' } },
  { type: 'position.jumped', jump: { from: 60, to: 120, reason: 'chapter' } },
  { type: 'history.open' },
  { type: 'history.close' },
  { type: 'history.goTo', time: 10 },
];

export const historyModel = defineModel({
  name: 'history',
  machine: historyMachine,
  named: { menus: null },
  events: [
    ({ context }: SnapshotFrom<typeof historyMachine>) =>
      context.userId === '' ? ({ type: 'account.loaded', userId: 'user-1' } as const) : null,
    ...historyEvents,
  ],
  project: ({ context }) => [context.userId, context.media?.libraryItemId, context.jumps.map(({ to }) => to)],
  stopWhen: ({ context }) => context.jumps.length > 2,
  invariants: {
    'only an open item has jumps': ({ context }, { happened }) =>
      context.jumps.length === 0 || happened.some((event) => event.type === 'media.changed'),
    'stored and shown values are the same': ({ context }, { happened, ports }) =>
      happened.at(-1)?.type !== 'position.jumped' ||
      context.media === null ||
      toText(ports.tabStorage.read(POSITION_HISTORY)?.jumps) === toText(context.jumps),
    'the sessions are requested exactly while it shows': (state) =>
      (state.children.sessions !== undefined) === state.matches('shown'),
    'each way back is used once': (_state, { happened, parentEvents }) =>
      parentEvents.length <= happened.filter(({ type }) => type === 'history.goTo').length,
  },
});

const page = z.parse(listeningSessionsPage, recording('me/listening-sessions').response.body);

export const listeningSessionsModel = defineModel({
  name: 'listeningSessions',
  machine: listeningSessionsMachine,
  starts: [{ input: { media: BOOK } }],
  events: [{ type: 'sessions.loadMore' }, { type: 'sessions.retry' }],
  outputs: {
    fetchSessions: [
      { ...page, numPages: 2 },
      { ...page, numPages: 1 },
    ],
  },
  failures: { fetchSessions: [lost] },
  project: ({ context }) => [context.pages, context.numPages, context.error?.kind, context.sessions.length],
  stopWhen: ({ context }) => context.pages > 2,
  invariants: {
    'no session is there twice': ({ context }) =>
      new Set(context.sessions.map(({ id }) => id)).size === context.sessions.length,
    'a failure shows until a page has loaded': (state) =>
      state.hasTag('busy') || (state.context.error !== null) === state.hasTag('failed'),
    'nothing is lost by a failure': (state) => !state.matches('moreFailed') || state.context.sessions.length > 0,
  },
});

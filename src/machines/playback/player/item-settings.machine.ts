import { assign, fromCallback, sendParent, sendTo, setup, type ActorRefFrom, type NonReducibleUnknown } from 'xstate';
import { by } from '../../kit/by.ts';
import { storedItemSettings, type ItemSettings } from '../../../schemas/player-memory.ts';
import { defaultPreferences, type Preferences } from '../../../schemas/preferences.ts';
import { defineStored } from '../../../services/storage.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import { getPreferences, named, type PreferencesCommand } from '../../kit/system.ts';
import {
  effectivePreferences,
  ownerOf,
  ownSettingsOf,
  withOwnSetting,
  type OwnSetting,
  type Scope,
  type Skip,
} from './item-settings.logic.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import { preferencesWatch, type PreferencesChanged } from './watchers.actor.ts';

export const ITEM_SETTINGS = defineStored('earmark.itemSettings', storedItemSettings);

export type ItemSettingsEvent =
  | { type: 'account.loaded'; userId: string }
  | { type: 'media.changed'; media: MediaRef | null }
  | { type: 'settings.set'; setting: OwnSetting; value: number }
  | { type: 'settings.choose'; setting: OwnSetting; scope: Scope }
  | { type: 'settings.setSkip'; setting: Skip; seconds: number }
  | { type: 'settings.changedElsewhere'; items: readonly ItemSettings[] }
  | PreferencesChanged;

interface ItemSettingsContext {
  readonly owner: string;
  readonly libraryItemId: string | null;
  readonly items: readonly ItemSettings[];
  readonly preferences: Preferences;
}

const itemSettingsWatch = fromCallback<ItemSettingsEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).storage.subscribe(ITEM_SETTINGS, (items) =>
    sendBack({ type: 'settings.changedElsewhere', items: items ?? [] }),
  ),
);

interface Setting<Value = number, Name = OwnSetting> {
  readonly setting: Name;
  readonly value: Value;
}

const ownOf = ({ items, owner, libraryItemId }: ItemSettingsContext) => ownSettingsOf(items, owner, libraryItemId);

const valueOf = (context: ItemSettingsContext, setting: OwnSetting) =>
  ownOf(context)[setting] ?? context.preferences[setting];

/** Own settings of books and podcasts, over those of this device. */
export const itemSettingsMachine = setup({
  types: {
    context: {} as ItemSettingsContext,
    events: {} as ItemSettingsEvent,
    children: {} as { preferencesWatch: 'preferencesWatch'; itemSettingsWatch: 'itemSettingsWatch' },
  },
  actors: { preferencesWatch, itemSettingsWatch },
  guards: {
    isOpen: ({ context }) => context.libraryItemId !== null,
    isOwn: ({ context }, { setting }: { setting: OwnSetting }) => ownOf(context)[setting] !== null,
  },
  actions: {
    read: assign(({ system }: { system: System }) => ({
      items: getPorts(system).storage.read(ITEM_SETTINGS) ?? [],
      preferences: getPreferences(system),
    })),
    identify: assign(({ system }, { userId }: { userId: string }) => ({
      owner: ownerOf(getPorts(system).baseUrl, userId),
    })),
    takeMedia: assign((_, { media }: { media: MediaRef | null }) => ({ libraryItemId: media?.libraryItemId ?? null })),
    takeItems: assign((_, { items }: { items: readonly ItemSettings[] }) => ({ items })),
    takePreferences: assign((_, { preferences }: { preferences: Preferences }) => ({ preferences })),
    setEverywhere: sendTo(named('preferences'), (_, { setting, value }: Setting): PreferencesCommand => ({
      type: 'preferences.set',
      change: { [setting]: value },
    })),
    setForItem: assign(({ context }, { setting, value }: Setting<number | null, OwnSetting | Skip>) => ({
      items: withOwnSetting(context.items, context.owner, context.libraryItemId ?? '', setting, value),
    })),
    write: ({ context, system }) => void getPorts(system).storage.write(ITEM_SETTINGS, context.items),
    notify: sendParent(({ context }): PreferencesChanged => ({
      type: 'preferences.changed',
      preferences: effectivePreferences(context.preferences, ownOf(context)),
    })),
  },
}).createMachine({
  id: 'itemSettings',
  context: { owner: '', libraryItemId: null, items: [], preferences: defaultPreferences },
  entry: 'read',
  invoke: [
    { src: 'preferencesWatch', id: 'preferencesWatch' },
    { src: 'itemSettingsWatch', id: 'itemSettingsWatch' },
  ],
  on: {
    'account.loaded': { actions: [by('identify'), 'notify'] },
    'media.changed': { actions: [by('takeMedia'), 'notify'] },
    'preferences.changed': { actions: [by('takePreferences'), 'notify'] },
    'settings.changedElsewhere': { actions: [by('takeItems'), 'notify'] },
    'settings.set': [
      {
        guard: by('isOwn'),
        actions: [by('setForItem'), 'write', 'notify'],
      },
      { actions: by('setEverywhere') },
    ],
    'settings.setSkip': {
      guard: 'isOpen',
      actions: [
        {
          type: 'setForItem',
          params: ({ event: { setting, seconds } }) => ({ setting, value: seconds }),
        },
        'write',
        'notify',
      ],
    },
    'settings.choose': {
      guard: 'isOpen',
      actions: [
        {
          type: 'setForItem',
          params: ({ context, event: { setting, scope } }) => ({
            setting,
            value: scope === 'item' ? valueOf(context, setting) : null,
          }),
        },
        'write',
        'notify',
      ],
    },
  },
});

export type ItemSettingsRef = ActorRefFrom<typeof itemSettingsMachine>;

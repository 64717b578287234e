import { keysOf } from '../../../schemas/keys.ts';
import { assign, fromCallback, setup, type ActorRefFrom, type NonReducibleUnknown } from 'xstate';
import { defaultPreferences, storedPreferences, type Preferences } from '../../../schemas/preferences.ts';
import { defineStored } from '../../../services/storage.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import type { PreferencesCommand, SystemRef } from '../../kit/system.ts';

type PreferencesEvent = PreferencesCommand | { type: 'preferences.changedElsewhere'; preferences: Preferences };

const KEY = defineStored('userSettings', storedPreferences);

const storedPreferencesWatch = fromCallback<PreferencesEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).storage.subscribe(KEY, (preferences) =>
    sendBack({ type: 'preferences.changedElsewhere', preferences: preferences ?? defaultPreferences }),
  ),
);

/** Settings of this device: read once, written on each change, synced between tabs. The context is the preferences. */
export const preferencesMachine = setup({
  types: { context: {} as Preferences, events: {} as PreferencesEvent },
  actors: { storedPreferencesWatch },
  guards: {
    isNews: ({ context }, { change }: { change: Partial<Preferences> }) =>
      keysOf(change).some((name) => context[name] !== change[name]),
  },
  actions: {
    read: assign(({ system }: { system: System }) => getPorts(system).storage.read(KEY) ?? defaultPreferences),
    change: assign((_, params: { change: Partial<Preferences> }) => params.change),
    write: ({ context, system }) => void getPorts(system).storage.write(KEY, context),
    applyTheme: ({ context, system }) => getPorts(system).page.applyTheme(context.theme),
  },
}).createMachine({
  id: 'preferences',
  context: defaultPreferences,
  entry: ['read', 'applyTheme'],
  invoke: { src: 'storedPreferencesWatch', id: 'storedPreferencesWatch' },
  on: {
    'preferences.set': {
      guard: { type: 'isNews', params: ({ event }) => ({ change: event.change }) },
      actions: [{ type: 'change', params: ({ event }) => ({ change: event.change }) }, 'write', 'applyTheme'],
    },
    'preferences.changedElsewhere': {
      actions: [{ type: 'change', params: ({ event }) => ({ change: event.preferences }) }, 'applyTheme'],
    },
  },
});

export type PreferencesRef = SystemRef<'preferences', ActorRefFrom<typeof preferencesMachine>>;

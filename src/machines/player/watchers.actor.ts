import { fromCallback, type NonReducibleUnknown } from 'xstate';
import type { Preferences } from '../../schemas/preferences.ts';
import { getPorts } from '../app/ports.ts';
import { watchPreferences } from '../app/system.ts';
import { PLAYING_SINCE } from './device.ts';

export type PreferencesChanged = { type: 'preferences.changed'; preferences: Preferences };
export type StartedElsewhere = { type: 'player.startedElsewhere' };

/** Settings of this device that change while something is open (PLR-067). */
export const preferencesWatch = fromCallback<PreferencesChanged, NonReducibleUnknown>(({ sendBack, system }) =>
  watchPreferences(system, (preferences) => sendBack({ type: 'preferences.changed', preferences } satisfies PreferencesChanged)),
);

/** Another tab of this browser began to play (pitfall 6). */
export const otherTabs = fromCallback<StartedElsewhere, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).storage.subscribe(PLAYING_SINCE, (value) => {
    if (value) sendBack({ type: 'player.startedElsewhere' } satisfies StartedElsewhere);
  }),
);

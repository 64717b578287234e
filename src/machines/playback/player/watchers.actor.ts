import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../../kit/ports.ts';
import { watchPreferences } from '../../kit/system.ts';
import { BROWSER_SESSIONS, PLAYING_SINCE } from './device.ts';
import type { EffectivePreferences } from './item-settings.logic.ts';

export type PreferencesChanged = { type: 'preferences.changed'; preferences: EffectivePreferences };
export type BrowserSessions = { type: 'tabs.sessionsChanged'; ids: readonly string[] };
export type StartedElsewhere = { type: 'player.startedElsewhere' };

export const preferencesWatch = fromCallback<PreferencesChanged, NonReducibleUnknown>(({ sendBack, system }) =>
  watchPreferences(system, (preferences) =>
    sendBack({ type: 'preferences.changed', preferences } satisfies PreferencesChanged),
  ),
);

/** Reports when another tab starts playing (pitfall 6) or opens a session. */
export const playersWatch = fromCallback<StartedElsewhere, NonReducibleUnknown>(({ sendBack, system }) => {
  const { storage } = getPorts(system);
  const notifySessions = (ids: readonly string[] | null) =>
    sendBack({ type: 'tabs.sessionsChanged', ids: ids ?? [] } satisfies BrowserSessions);
  notifySessions(storage.read(BROWSER_SESSIONS));
  const ends = [
    storage.subscribe(BROWSER_SESSIONS, notifySessions),
    storage.subscribe(PLAYING_SINCE, (value) => {
      if (value) sendBack({ type: 'player.startedElsewhere' } satisfies StartedElsewhere);
    }),
  ];
  return () => ends.forEach((end) => end());
});

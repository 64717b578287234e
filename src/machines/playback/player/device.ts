import { browserSessions, deviceToken, playingSince, lastOpen } from '../../../schemas/player-device.ts';
import { defineStored } from '../../../services/storage.ts';
import type { Ports } from '../../kit/ports.ts';

const BROWSER = defineStored('earmark.deviceId', deviceToken);
const TAB = defineStored('earmark.tabId', deviceToken);

/** Written by the tab that starts playing; all others stop. */
export const PLAYING_SINCE = defineStored('earmark.playingSince', playingSince);

/** Newest last. Saves of these sessions are not from another device. */
export const BROWSER_SESSIONS = defineStored('earmark.browserSessions', browserSessions);
const BROWSER_SESSIONS_KEPT = 20;

export function rememberBrowserSession(storage: Ports['storage'], sessionId: string): void {
  const known = storage.read(BROWSER_SESSIONS) ?? [];
  storage.write(BROWSER_SESSIONS, [...known.slice(1 - BROWSER_SESSIONS_KEPT), sessionId]);
}

/** One device id per browser and tab: the server closes a device's session when it opens another (server fact 15). */
export function deviceIdOf({ storage, tabStorage }: Pick<Ports, 'storage' | 'tabStorage'>): string {
  return `${idIn(storage, BROWSER)}-${idIn(tabStorage, TAB)}`;
}

function idIn(storage: Ports['storage'], key: typeof BROWSER): string {
  const known = storage.read(key);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  storage.write(key, made);
  return made;
}

export const LAST_OPEN = defineStored('earmark.lastOpen', lastOpen);

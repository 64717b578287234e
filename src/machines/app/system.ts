import type { ActorRef, Snapshot } from 'xstate';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import type { AuthEvent } from '../auth/auth.machine.ts';
import type { MenusEvent } from '../menus/menus.machine.ts';
import type { ModalsEvent } from '../modals/modals.machine.ts';
import type { MediaRef, PlayerCommand } from '../player/player.protocol.ts';
import type { PreferencesEvent } from '../preferences/preferences.machine.ts';
import { keyOf, type ProgressMap } from '../progress/progress.logic.ts';
import type { ProgressCommand } from '../progress/progress.machine.ts';
import type { RouterEvent } from '../router/router.machine.ts';
import type { ToastsEvent } from '../toasts/toasts.machine.ts';
import type { System } from './ports.ts';

/** The long-lived actors that any machine may reach by name, and what each takes (architecture 4.2). */
export interface SystemActors {
  readonly auth: AuthEvent;
  readonly menus: MenusEvent;
  readonly modals: ModalsEvent;
  readonly player: PlayerCommand;
  readonly preferences: PreferencesEvent;
  readonly progress: ProgressCommand;
  readonly router: RouterEvent;
  readonly toasts: ToastsEvent;
}

/**
 * The actor with this system id, as a target of `sendTo`. (To call `send` of it in an action would hide the sender from
 * who watches, and happen before the sender has changed.) Throws when it is not running: then the caller lives too long
 * or too early.
 */
export function named<Key extends keyof SystemActors>(key: Key) {
  return ({ system }: { system: System }): ActorRef<Snapshot<unknown>, SystemActors[Key]> => {
    const ref = system.get(key) as ActorRef<Snapshot<unknown>, SystemActors[Key]> | undefined;
    if (!ref) throw new Error(`No actor named '${key}' is running`);
    return ref;
  };
}

interface PreferencesActor {
  getSnapshot(): { readonly context: Preferences };
  subscribe(listener: (snapshot: { readonly context: Preferences }) => void): { unsubscribe(): void };
}

function preferencesActor(system: System): PreferencesActor {
  const ref = system.get('preferences') as PreferencesActor | undefined;
  if (!ref) throw new Error("No actor named 'preferences' is running");
  return ref;
}

/** The settings of this device as they are now. */
export function getPreferences(system: System): Preferences {
  return preferencesActor(system).getSnapshot().context;
}

/** Calls back after each change of the settings, here or in another tab. Returns the end of the subscription. */
export function watchPreferences(system: System, listener: (preferences: Preferences) => void): () => void {
  const subscription = preferencesActor(system).subscribe(({ context }) => listener(context));
  return () => subscription.unsubscribe();
}

/** How far the user is in a book or an episode, as this tab knows it; null when nothing is known. */
export function getProgress(system: System, media: MediaRef): MediaProgress | null {
  const ref = system.get('progress') as { getSnapshot(): { context: { entries: ProgressMap } } } | undefined;
  if (!ref) throw new Error("No actor named 'progress' is running");
  return ref.getSnapshot().context.entries[keyOf(media)] ?? null;
}

import { useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import type { AnyActorRef } from 'xstate';
import type { AppRef } from '../../machines/app/app.machine.ts';
import type { AuthRef } from '../../machines/auth/auth.machine.ts';
import type { ConnectivityRef } from '../../machines/connectivity/connectivity.machine.ts';
import type { LibrariesRef } from '../../machines/libraries/libraries.machine.ts';
import type { ModalsRef } from '../../machines/modals/modals.machine.ts';
import type { PreferencesRef } from '../../machines/preferences/preferences.machine.ts';
import type { RouterRef } from '../../machines/router/router.machine.ts';
import type { SessionRef } from '../../machines/session/session.machine.ts';
import type { SocketRef } from '../../machines/socket/socket.machine.ts';
import type { ToastsRef } from '../../machines/toasts/toasts.machine.ts';

/** The named actors that views read and send to. Those of the session exist while somebody is signed in. */
export interface ActorRefs {
  readonly auth: AuthRef;
  readonly connectivity: ConnectivityRef;
  readonly libraries: LibrariesRef;
  readonly modals: ModalsRef;
  readonly preferences: PreferencesRef;
  readonly router: RouterRef;
  readonly session: SessionRef;
  readonly socket: SocketRef;
  readonly toasts: ToastsRef;
}

const AppContext = createContext<AppRef | null>(null);

export const AppProvider = AppContext.Provider;

/** The root actor. */
export function useApp(): AppRef {
  const app = useContext(AppContext);
  if (!app) throw new Error('No app actor above this view');
  return app;
}

/** A named actor. Throws when it is not running: the view is then mounted in the wrong place. */
export function useActorRefOf<Key extends keyof ActorRefs>(key: Key): ActorRefs[Key] {
  const ref = useApp().system.get(key) as ActorRefs[Key] | undefined;
  if (!ref) throw new Error(`No actor named '${key}' is running`);
  return ref;
}

/** The machine of the open page; the view of a route knows its type. Undefined for a moment between two pages. */
export function usePageRef<Ref extends AnyActorRef>(): Ref | undefined {
  return useSelector(useActorRefOf('session'), ({ context }) => context.page) as Ref | undefined;
}

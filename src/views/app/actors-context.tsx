import { useSelector } from '@xstate/react';
import { createContext, useCallback, useContext } from 'react';
import type { AnyActorRef } from 'xstate';
import type { AppRef } from '../../machines/app/app.machine.ts';
import type { AuthRef } from '../../machines/auth/auth.machine.ts';
import type { ConnectivityRef } from '../../machines/connectivity/connectivity.machine.ts';
import type { LibrariesRef } from '../../machines/libraries/libraries.machine.ts';
import type { MenusRef } from '../../machines/menus/menus.machine.ts';
import type { ModalsRef } from '../../machines/modals/modals.machine.ts';
import type { PlayerRef } from '../../machines/player/player.machine.ts';
import type { PreferencesRef } from '../../machines/preferences/preferences.machine.ts';
import type { ProgressRef } from '../../machines/progress/progress.machine.ts';
import { hrefTo, type Route } from '../../machines/router/routes.ts';
import type { RouterRef } from '../../machines/router/router.machine.ts';
import type { SessionRef } from '../../machines/session/session.machine.ts';
import type { SocketRef } from '../../machines/socket/socket.machine.ts';
import type { ToastsRef } from '../../machines/toasts/toasts.machine.ts';

/** The named actors that views read and send to. Those of the session exist while somebody is signed in. */
export interface ActorRefs {
  readonly auth: AuthRef;
  readonly connectivity: ConnectivityRef;
  readonly libraries: LibrariesRef;
  readonly menus: MenusRef;
  readonly modals: ModalsRef;
  readonly player: PlayerRef;
  readonly preferences: PreferencesRef;
  readonly progress: ProgressRef;
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

const PageContext = createContext<AnyActorRef | null>(null);

/** Given by the page host: the machine of the page that it draws. */
export const PageProvider = PageContext.Provider;

/** The machine of the page that this view belongs to; the view of a route knows its type. */
export function usePageRef<Ref extends AnyActorRef>(): Ref {
  const page = useContext(PageContext);
  if (!page) throw new Error('No page above this view');
  return page as Ref;
}

/** Where a link leads and what it does before it is pressed: `<AppLink {...linkTo({ name: 'item', id })}>`. */
export interface LinkTarget {
  readonly to: string;
  readonly onWarm: () => void;
}

/** Makes links that load their page's code and first data as soon as pointer or focus is on them. */
export function useLinkTo(): (route: Route) => LinkTarget {
  const session = useActorRefOf('session');
  return useCallback((route) => ({ to: hrefTo(route), onWarm: () => session.send({ type: 'session.warm', route }) }), [session]);
}

/** Whether the menu of this name is open, and what opens and closes it: `<MenuButton {...useMenu('account')} />`. */
export function useMenu(id: string): { readonly open: boolean; readonly onOpenChange: (open: boolean) => void } {
  const menus = useActorRefOf('menus');
  return {
    open: useSelector(menus, ({ context }) => context.openId === id),
    onOpenChange: (open) => menus.send({ type: open ? 'menus.open' : 'menus.close', id }),
  };
}

import { useSelector } from '@xstate/react';
import { createContext, useCallback, useContext, type FocusEvent, type PointerEvent } from 'react';
import type { AnyActorRef } from 'xstate';
import type { AppRef } from '../../machines/app/app.machine.ts';
import type { AuthRef } from '../../machines/account/auth/auth.machine.ts';
import type { CastRef } from '../../machines/playback/cast/cast.machine.ts';
import type { ConnectivityRef } from '../../machines/account/connectivity/connectivity.machine.ts';
import type { LedgerRef } from '../../machines/playback/progress/ledger.machine.ts';
import type { LibrariesRef } from '../../machines/account/libraries/libraries.machine.ts';
import type { LinkedItem } from '../../machines/kit/shown-item.logic.ts';
import type { LocaleRef } from '../../machines/account/locale/locale.machine.ts';
import type { MenusRef } from '../../machines/app/modals/menus.machine.ts';
import type { ModalsRef } from '../../machines/app/modals/modals.machine.ts';
import type { OtherPlayerRef } from '../../machines/app/tabs/other-player.machine.ts';
import type { PageHostRef } from '../../machines/app/page-host/page-host.machine.ts';
import type { PendingChangesRef } from '../../machines/playback/pending-changes/pending-changes.machine.ts';
import type { PlayerRef } from '../../machines/playback/player/player.machine.ts';
import type { PreferencesRef } from '../../machines/account/preferences/preferences.machine.ts';
import type { ProgressRef } from '../../machines/playback/progress/progress.machine.ts';
import type { QueueRef } from '../../machines/playback/queue/queue.machine.ts';
import { hrefTo, type Route } from '../../machines/kit/router/routes.ts';
import type { RouterRef } from '../../machines/kit/router/router.machine.ts';
import type { SearchBoxRef } from '../../machines/browse/search/search-box.machine.ts';
import type { SelectionRef } from '../../machines/browse/selection/selection.machine.ts';
import type { SessionRef } from '../../machines/app/session/session.machine.ts';
import type { SocketRef } from '../../machines/account/socket/socket.machine.ts';
import type { ToastsRef } from '../../machines/app/toasts.machine.ts';

/** The actors of a session exist only while an account is signed in. */
export interface ActorRefs {
  readonly auth: AuthRef;
  readonly cast: CastRef;
  readonly connectivity: ConnectivityRef;
  readonly ledger: LedgerRef;
  readonly libraries: LibrariesRef;
  readonly locale: LocaleRef;
  readonly menus: MenusRef;
  readonly modals: ModalsRef;
  readonly otherPlayer: OtherPlayerRef;
  readonly pageHost: PageHostRef;
  readonly pendingChanges: PendingChangesRef;
  readonly player: PlayerRef;
  readonly preferences: PreferencesRef;
  readonly progress: ProgressRef;
  readonly queue: QueueRef;
  readonly router: RouterRef;
  readonly search: SearchBoxRef;
  readonly selection: SelectionRef;
  readonly session: SessionRef;
  readonly socket: SocketRef;
  readonly toasts: ToastsRef;
}

const AppContext = createContext<AppRef | null>(null);

export const AppProvider = AppContext.Provider;

export function useApp(): AppRef {
  const app = useContext(AppContext);
  if (!app) throw new Error('No app actor above this view');
  return app;
}

export function findActor<Key extends keyof ActorRefs>(app: AppRef, key: Key): ActorRefs[Key] | undefined {
  return app.system.get(key);
}

/** Throws when it is not running: the view is mounted in the wrong place. */
export function useActorRefOf<Key extends keyof ActorRefs>(key: Key): ActorRefs[Key] {
  const ref = findActor(useApp(), key);
  if (!ref) throw new Error(`No actor named '${key}' is running`);
  return ref;
}

/** The queue; undefined in the player of a public link. */
export function useQueue(): QueueRef | undefined {
  return findActor(useApp(), 'queue');
}

const PageContext = createContext<AnyActorRef | null>(null);

export const PageProvider = PageContext.Provider;

/** The machine of the page around this view. The view of a route knows its type. */
export function usePageRef<Ref extends AnyActorRef>(): Ref {
  const page = useContext(PageContext);
  if (!page) throw new Error('No page above this view');
  return page as Ref;
}

export interface LinkTarget {
  readonly to: string;
  readonly onPrefetch: () => void;
}

/** Links that prefetch code and data on hover and focus. `known`: the item of the page, which then shows at once. */
export function useLinkTo(): (route: Route, known?: LinkedItem) => LinkTarget {
  const app = useApp();
  return useCallback(
    (route, known) => ({
      to: hrefTo(route),
      // The frame has links before there is a page host.
      onPrefetch: () => findActor(app, 'pageHost')?.send({ type: 'prefetch.intended', route, known }),
    }),
    [app],
  );
}

/** Opens and closes a menu: `<MenuButton {...useMenu('account')} />`. */
export function useMenu(id: string): { readonly open: boolean; readonly onOpenChange: (open: boolean) => void } {
  const menus = useActorRefOf('menus');
  return {
    open: useSelector(menus, ({ context }) => context.openId === id),
    onOpenChange: (open) => menus.send({ type: open ? 'menus.open' : 'menus.close', id }),
  };
}

/** A panel that opens on hover or keyboard focus of `around`, its ancestor. A drag holds it open. */
export function useHoverMenu(id: string) {
  const menus = useActorRefOf('menus');
  const { open } = useMenu(id);
  const enter = () => menus.send({ type: 'menus.entered', id });
  const leave = () => menus.send({ type: 'menus.left', id });
  return {
    open,
    around: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') enter();
      },
      onPointerLeave: ({ currentTarget }: PointerEvent) => {
        if (currentTarget.querySelector(':focus-visible') === null) leave();
      },
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) enter();
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) leave();
      },
    },
  };
}

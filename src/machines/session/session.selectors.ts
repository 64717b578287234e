import type { SnapshotFrom } from 'xstate';
import { isAdmin, mayOpen } from './destinations.ts';
import type { sessionMachine } from './session.machine.ts';
import type { RouteName } from '../router/routes.ts';

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

export const selectUser = ({ context }: SessionSnapshot) => context.account?.user ?? null;
export const selectUsername = ({ context }: SessionSnapshot) => context.account?.user.username ?? '';
export const selectServerVersion = ({ context }: SessionSnapshot) => context.account?.serverSettings.version ?? '';
/** How the server wants dates written (`MM/dd/yyyy`). */
export const selectDateFormat = ({ context }: SessionSnapshot) => context.account?.serverSettings.dateFormat ?? 'yyyy-MM-dd';
/** How the server was installed (`docker`, `debian`); empty when it does not tell. */
export const selectInstallSource = ({ context }: SessionSnapshot) => context.account?.Source ?? '';
export const selectIsAdmin = ({ context }: SessionSnapshot) => context.account !== null && isAdmin(context.account.user);
export const selectMayUpload = ({ context }: SessionSnapshot) => context.account !== null && mayOpen(context.account.user, { name: 'upload' });
export const selectRoute = ({ context }: SessionSnapshot) => context.route;
export const selectSessionError = ({ context }: SessionSnapshot) => context.error;

/** How far the account is: asked for, refused by a server that does not answer, or at work. */
export function selectAccountState(snapshot: SessionSnapshot): 'authorizing' | 'failed' | 'ready' {
  if (snapshot.matches('ready')) return 'ready';
  return snapshot.matches('failed') ? 'failed' : 'authorizing';
}

/** What stands in the place of the page. */
export type PagePlace = 'loading' | 'choosing' | 'open' | 'failed' | 'unbuilt' | 'unknown' | 'forbidden' | 'noLibrary';

export function selectPagePlace(snapshot: SessionSnapshot): PagePlace {
  for (const place of ['open', 'failed', 'unbuilt', 'unknown', 'forbidden', 'noLibrary'] as const) {
    if (snapshot.matches({ ready: { page: place } })) return place;
  }
  return snapshot.matches({ ready: { page: 'choosingStart' } }) ? 'choosing' : 'loading';
}

/** The machine of the open page. */
export const selectPage = ({ context }: SessionSnapshot) => context.page;

/** Name of the route that is open or being opened; `unknown` for an address of no page. */
export const selectRouteName = ({ context }: SessionSnapshot): RouteName | 'unknown' => context.route.name;

/** What of an item list the account may filter by. */
export const selectFilterRights = ({ context }: SessionSnapshot) => ({
  isAdmin: context.account !== null && isAdmin(context.account.user),
  maySeeExplicit: context.account?.user.permissions.accessExplicitContent ?? false,
});

/** Whether the account may get at files (ITM-014) or change what is said about them: then the page lists them. */
export const selectMaySeeFiles = ({ context }: SessionSnapshot): boolean => {
  const permissions = context.account?.user.permissions;
  return permissions !== undefined && (permissions.download || permissions.update);
};

import type { output } from 'zod/v4/core';
import type { ereaderDevices } from '../../src/schemas/requests/server.ts';
import type { ServerContext } from '../context.ts';
import type { User } from '../store/users.repo.ts';
import { canSeeLibrary, isAdmin } from '../http/access.ts';

/** A user as `/api/me`, sign-in and `user_updated` send it: with all progress and bookmarks. */
export function userJson(ctx: Pick<ServerContext, 'store'>, user: User) {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    type: user.type,
    token: user.token,
    mediaProgress: ctx.store.progress.ofUser(user.id),
    seriesHideFromContinueListening: user.seriesHideFromContinueListening,
    bookmarks: ctx.store.progress.bookmarks(user.id),
    ...accountJson(user),
  };
}

function accountJson(user: User) {
  return {
    isActive: user.isActive,
    isLocked: user.isLocked,
    lastSeen: user.lastSeen,
    createdAt: user.createdAt,
    permissions: user.permissions,
    librariesAccessible: user.librariesAccessible,
    itemTagsSelected: user.itemTagsSelected,
    hasOpenIDLink: user.authOpenIDSub !== null,
  };
}

/** A user in the list of users; an admin does not get the token of root. */
export function listedUserJson(user: User, reader: User) {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    type: user.type,
    token: user.type === 'root' && reader.type !== 'root' ? '' : user.token,
    seriesHideFromContinueListening: user.seriesHideFromContinueListening,
    ...accountJson(user),
  };
}

/** The public fields of a user; `session` is the open playback session or null. */
export function publicUserJson(user: User, session: unknown) {
  return {
    id: user.id,
    username: user.username,
    type: user.type,
    session,
    lastSeen: user.lastSeen,
    createdAt: user.createdAt,
  };
}

export interface EreaderDevice {
  readonly name: string;
  readonly email: string;
  readonly availabilityOption: string;
  readonly users: readonly string[];
}

const availabilityOptions = ['adminOrUp', 'userOrUp', 'guestOrUp', 'specificUsers'];

/** A stored e-reader device: for administrators, unless a known option names its users. */
export function toEreaderDevice({
  name,
  email,
  availabilityOption,
  users,
}: output<typeof ereaderDevices>['ereaderDevices'][number]): EreaderDevice {
  const option = availabilityOptions.find((known) => known === availabilityOption) ?? 'adminOrUp';
  return { name, email, availabilityOption: option, users: option === 'specificUsers' ? (users ?? []) : [] };
}

/** The e-reader devices that a user may send to. */
export function ereaderDevicesOf(ctx: ServerContext, user: User): EreaderDevice[] {
  const devices = ctx.store.settings.get<EreaderDevice[]>('ereaderDevices', []);
  return devices.filter((device) => {
    switch (device.availabilityOption) {
      case 'adminOrUp':
        return isAdmin(user);
      case 'userOrUp':
        return user.type !== 'guest';
      case 'guestOrUp':
        return true;
      default:
        return device.users.includes(user.id);
    }
  });
}

/** The answer of sign-in, refresh and authorize around the user object. */
export function loginJson(
  ctx: ServerContext,
  user: User,
  tokens: { refreshToken?: string | null; accessToken?: string } = {},
) {
  const libraries = ctx.store.libraries.all().filter((library) => canSeeLibrary(user, library.id));
  return {
    user: { ...userJson(ctx, user), ...tokens },
    userDefaultLibraryId: libraries[0]?.id ?? null,
    serverSettings: ctx.settings.toJson(),
    ereaderDevices: ereaderDevicesOf(ctx, user),
    Source: 'embedded',
  };
}

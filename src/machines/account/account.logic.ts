import type { User } from '../../schemas/api/user.ts';
import { isAdmin } from '../session/destinations.ts';

export const hasPassword = ({ type }: Pick<User, 'type'>): boolean => type !== 'guest';

/** Administrators manage the server's devices instead. */
export const hasOwnDevices = (user: Pick<User, 'type' | 'permissions'>): boolean =>
  user.permissions.createEreader && !isAdmin(user);

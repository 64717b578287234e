import type { User } from '../../schemas/api/user.ts';
import { isAdmin } from '../session/destinations.ts';

/** Guests cannot change their password (areas 15). */
export const hasPassword = ({ type }: Pick<User, 'type'>): boolean => type !== 'guest';

/** Whether the account keeps devices of its own (ACC-007, ROL-039): administrators keep those of the server. */
export const hasOwnDevices = (user: Pick<User, 'type' | 'permissions'>): boolean =>
  user.permissions.createEreader && !isAdmin(user);

import type { EreaderDevice } from '../../../schemas/api/auth.ts';
import type { User } from '../../../schemas/api/user.ts';

/** Devices that an account may send to. The server filters them at sign-in; its event has everyone's. */
export function devicesOf(
  devices: readonly EreaderDevice[],
  { id, type }: Pick<User, 'id' | 'type'>,
): readonly EreaderDevice[] {
  const isAdmin = type === 'root' || type === 'admin';
  return devices.filter(({ availabilityOption, users }) => {
    switch (availabilityOption ?? 'adminOrUp') {
      case 'adminOrUp':
        return isAdmin;
      case 'userOrUp':
        return isAdmin || type === 'user';
      case 'guestOrUp':
        return true;
      case 'specificUsers':
        return users?.includes(id) ?? false;
      default:
        return false;
    }
  });
}

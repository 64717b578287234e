import type { EreaderDevice } from '../../src/schemas/api/auth.ts';
import { recording } from './recordings.ts';

const { ereaderDevices } = recording('emails/ereader-devices').response.body as { ereaderDevices: EreaderDevice[] };

/** The devices of the recorded server: for all but guests, for administrators, for one user. */
export const deviceBodies: readonly EreaderDevice[] = ereaderDevices;

/** `GET /api/emails/settings` of a server with these devices. */
export const emailSettingsWith = (devices: readonly EreaderDevice[]) => {
  const { settings } = recording('emails/settings').response.body as { settings: object };
  return { settings: { ...settings, ereaderDevices: devices } };
};

/** A device of this account alone. */
export const ownDevice = (userId: string, name = 'My Reader'): EreaderDevice => ({
  name,
  email: 'me@example.com',
  availabilityOption: 'specificUsers',
  users: [userId],
});

/** The answer to `POST /api/authorize` of a recorded sign-in, with these devices. */
export const signInWithDevices = (account: string, devices: readonly EreaderDevice[]) => ({
  ...(recording(`auth/${account}`).response.body as object),
  ereaderDevices: devices,
});

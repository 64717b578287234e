import type { EreaderDevice } from '../../../schemas/api/auth.ts';
import type { UserType } from '../../../schemas/api/user.ts';
import type { Api } from '../../../services/api.ts';
import { updateMyEreaderDevices } from '../../../services/endpoints/account.ts';
import { authorize } from '../../../services/endpoints/auth.ts';
import { getEmailSettings, updateEreaderDevices } from '../../../services/endpoints/emails.ts';
import { listUsers } from '../../../services/endpoints/users.ts';
import { fold, isEmailAddress } from '../../kit/text.logic.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';

/** The server's devices (administrators), or those of the account. */
export type DeviceScope = 'server' | 'own';

/** Who may send to a device, from least to most. `specificUsers` has a list of users. */
export const AVAILABILITY = ['adminOrUp', 'userOrUp', 'guestOrUp', 'specificUsers'] as const;
export type Availability = (typeof AVAILABILITY)[number];

export interface DeviceUser {
  readonly id: string;
  readonly username: string;
  readonly type: UserType;
}

/** `people`: all accounts; empty in scope `own`. */
export interface DeviceList {
  readonly devices: readonly EreaderDevice[];
  readonly people: readonly DeviceUser[];
}

/** Like the server: unknown values mean administrators. */
export const availabilityOf = ({ availabilityOption }: EreaderDevice): Availability =>
  AVAILABILITY.find((known) => known === availabilityOption) ?? 'adminOrUp';

/** An account may change a device that is for this account only. */
export const isOwnDevice = (device: EreaderDevice, userId: string): boolean =>
  availabilityOf(device) === 'specificUsers' && device.users?.length === 1 && device.users[0] === userId;

export async function readDevices(api: Api, scope: DeviceScope, signal: AbortSignal): Promise<DeviceList> {
  if (scope === 'own')
    return { devices: (await api.call(authorize, undefined, signal)).ereaderDevices.items, people: [] };
  const [{ settings }, { users }] = await Promise.all([
    api.call(getEmailSettings, undefined, signal),
    api.call(listUsers, undefined, signal),
  ]);
  return {
    devices: settings.ereaderDevices,
    people: users.items.map(({ id, username, type }) => ({ id, username, type })),
  };
}

type Change = (devices: readonly EreaderDevice[]) => readonly EreaderDevice[];

/** The server takes whole lists: changes its current one, to keep changes by others. Returns the new list. */
async function changeDevices(api: Api, { scope, userId }: DeviceOwner, change: Change, signal: AbortSignal) {
  if (scope === 'server') {
    const { settings } = await api.call(getEmailSettings, undefined, signal);
    return (await api.call(updateEreaderDevices, { ereaderDevices: change(settings.ereaderDevices) }, signal))
      .ereaderDevices;
  }
  const { devices } = await readDevices(api, 'own', signal);
  const own = devices.filter((device) => isOwnDevice(device, userId));
  return (await api.call(updateMyEreaderDevices, { ereaderDevices: change(own) }, signal)).ereaderDevices;
}

export interface DeviceOwner {
  readonly scope: DeviceScope;
  readonly userId: string;
}

export const removeDevice = (
  api: Api,
  { name, ...owner }: DeviceOwner & { readonly name: string },
  signal: AbortSignal,
) => changeDevices(api, owner, (devices) => devices.filter((device) => device.name !== name), signal);

export interface DeviceValues extends DeviceOwner {
  readonly name: string;
  readonly email: string;
  readonly availability: Availability;
  /** Ids; used with `specificUsers` only. */
  readonly users: readonly string[];
  readonly before: EreaderDevice | null;
  /** Folded names of the other devices. */
  readonly taken: readonly string[];
}

export type DeviceProblem = 'nameMissing' | 'nameTaken' | 'emailMissing' | 'emailInvalid' | 'usersMissing';
export type DeviceForm = FormRef<DeviceValues, DeviceProblem>;

export function valuesOf(
  owner: DeviceOwner,
  before: EreaderDevice | null,
  devices: readonly EreaderDevice[],
): DeviceValues {
  return {
    scope: owner.scope,
    userId: owner.userId,
    name: before?.name ?? '',
    email: before?.email ?? '',
    availability: before ? availabilityOf(before) : owner.scope === 'own' ? 'specificUsers' : 'adminOrUp',
    users: before?.users ?? (owner.scope === 'own' ? [owner.userId] : []),
    before,
    taken: devices.filter(({ name }) => name !== before?.name).map(({ name }) => fold(name.trim())),
  };
}

/** Keeps unknown fields of the server. */
export function deviceOf({ name, email, availability, users, before }: DeviceValues): EreaderDevice {
  return {
    ...before,
    name: name.trim(),
    email: email.trim(),
    availabilityOption: availability,
    users: availability === 'specificUsers' ? [...users] : [],
  };
}

export function withDevice(devices: readonly EreaderDevice[], values: DeviceValues): readonly EreaderDevice[] {
  const device = deviceOf(values);
  const index = devices.findIndex(({ name }) => name === values.before?.name);
  return index === -1 ? [...devices, device] : devices.with(index, device);
}

export const deviceForm = form<DeviceValues, DeviceProblem, readonly EreaderDevice[]>('form', {
  check: ({ name, email, availability, users, before, taken }) => ({
    ...(name.trim() === '' ? { name: 'nameMissing' } : taken.includes(fold(name.trim())) ? { name: 'nameTaken' } : {}),
    ...(email.trim() === ''
      ? { email: 'emailMissing' }
      : email.trim() === before?.email || isEmailAddress(email.trim())
        ? {}
        : { email: 'emailInvalid' }),
    ...(availability === 'specificUsers' && users.length === 0 ? { users: 'usersMissing' } : {}),
  }),
  save: (api, values, signal) => changeDevices(api, values, (devices) => withDevice(devices, values), signal),
  /** The name is of a device hidden from this account, or was just taken. */
  problemsAfter: (error) =>
    error.kind === 'rejected' && /duplicate/i.test(error.message) ? { name: 'nameTaken' } : {},
});

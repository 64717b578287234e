import type { EreaderDevice } from '../../schemas/api/ereader-device.ts';
import type { UserType } from '../../schemas/api/user.ts';
import type { Api } from '../../services/api.ts';
import { updateMyEreaderDevices } from '../../services/endpoints/account.ts';
import { authorize } from '../../services/endpoints/auth.ts';
import { getEmailSettings, updateEreaderDevices } from '../../services/endpoints/emails.ts';
import { listUsers } from '../../services/endpoints/users.ts';
import { isEmailAddress } from '../kit/email-address.logic.ts';
import { fold } from '../kit/fold.ts';
import { form, type FormRef } from '../kit/form.ts';

/** Whose devices: those of the whole server (administrators), or those that the account itself may use. */
export type DeviceScope = 'server' | 'own';

/** Who may send to a device (areas 12.2), from the least to the most; the last one has a list of users. */
export const AVAILABILITY = ['adminOrUp', 'userOrUp', 'guestOrUp', 'specificUsers'] as const;
export type Availability = (typeof AVAILABILITY)[number];

/** An account that a device can be for. */
export interface DeviceUser {
  readonly id: string;
  readonly username: string;
  readonly type: UserType;
}

/** The devices of a scope. `people`: all accounts; empty in the scope `own`. */
export interface DeviceList {
  readonly devices: readonly EreaderDevice[];
  readonly people: readonly DeviceUser[];
}

/** As the server reads it: what it does not know is for administrators. */
export const availabilityOf = ({ availabilityOption }: EreaderDevice): Availability =>
  AVAILABILITY.find((known) => known === availabilityOption) ?? 'adminOrUp';

/** Whether the device is this account's alone: then the account may change it (areas 12.3). */
export const isOwnDevice = (device: EreaderDevice, userId: string): boolean =>
  availabilityOf(device) === 'specificUsers' && device.users?.length === 1 && device.users[0] === userId;

/** The devices of a scope as the server has them now. */
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

/**
 * The server takes whole lists: what is sent is its list of now with one change, so that what others did meanwhile
 * stays. Gives the list of the scope after it.
 */
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

/** Whose list is changed, and by whom. */
export interface DeviceOwner {
  readonly scope: DeviceScope;
  readonly userId: string;
}

/** Takes the device of this name off the list. Gives the list after it. */
export const removeDevice = (
  api: Api,
  { name, ...owner }: DeviceOwner & { readonly name: string },
  signal: AbortSignal,
) => changeDevices(api, owner, (devices) => devices.filter((device) => device.name !== name), signal);

/** The form of a device. */
export interface DeviceValues extends DeviceOwner {
  readonly name: string;
  readonly email: string;
  readonly availability: Availability;
  /** Ids; counts with `specificUsers` only. */
  readonly users: readonly string[];
  /** What is changed; null for a new one. */
  readonly before: EreaderDevice | null;
  /** Folded names of the other devices. */
  readonly taken: readonly string[];
}

export type DeviceProblem = 'nameMissing' | 'nameTaken' | 'emailMissing' | 'emailInvalid' | 'usersMissing';
export type DeviceForm = FormRef<DeviceValues, DeviceProblem>;

/** The form as it begins. `before` is null for a new device. */
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

/** What of the form is sent; what the server keeps besides stays. */
export function deviceOf({ name, email, availability, users, before }: DeviceValues): EreaderDevice {
  return {
    ...before,
    name: name.trim(),
    email: email.trim(),
    availabilityOption: availability,
    users: availability === 'specificUsers' ? [...users] : [],
  };
}

/** The list with a device of the form: in its place, or at the end when it is new or gone. */
export function withDevice(devices: readonly EreaderDevice[], values: DeviceValues): readonly EreaderDevice[] {
  const device = deviceOf(values);
  const index = devices.findIndex(({ name }) => name === values.before?.name);
  return index === -1 ? [...devices, device] : devices.with(index, device);
}

/** Adds or changes a device (CFG-043 to CFG-046, VAL-009, VAL-034, VAL-035). Its answer is the list after it. */
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
  /** A name of a device that is not shown to the account, or that somebody gave meanwhile. */
  problemsAfter: (error) =>
    error.kind === 'rejected' && /duplicate/i.test(error.message) ? { name: 'nameTaken' } : {},
});

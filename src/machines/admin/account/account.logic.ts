import type { SnapshotFrom } from 'xstate';
import type { User } from '../../../schemas/api/user.ts';
import { changePassword } from '../../../services/endpoints/account.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';
import { isAdmin } from '../../kit/destinations.ts';
import type { accountMachine } from './account.machine.ts';

export const hasPassword = ({ type }: Pick<User, 'type'>): boolean => type !== 'guest';

/** Administrators manage the server's devices instead. */
export const hasOwnDevices = (user: Pick<User, 'type' | 'permissions'>): boolean =>
  user.permissions.createEreader && !isAdmin(user);

type Snapshot = SnapshotFrom<typeof accountMachine>;

export const selectOwnDevices = ({ context }: Snapshot) => context.devices;
export const selectPasswordForm = ({ context }: Snapshot) => (context.hasPasswords ? context.password : null);
export const selectHasPasswords = ({ context }: Snapshot): boolean => context.hasPasswords;

export interface PasswordValues {
  readonly password: string;
  readonly newPassword: string;
  readonly repeatedPassword: string;
  /** Root may have an empty password. */
  readonly mayBeEmpty: boolean;
}

type PasswordProblem = 'missing' | 'same' | 'different' | 'refused';
export type PasswordForm = FormRef<PasswordValues, PasswordProblem>;

export const noPassword = (mayBeEmpty: boolean): PasswordValues => ({
  password: '',
  newPassword: '',
  repeatedPassword: '',
  mayBeEmpty,
});

/** Changes the own password. Field names keep the values out of recordings. */
export const passwordForm = form<PasswordValues, PasswordProblem, string>('password', {
  check: ({ password, newPassword, repeatedPassword, mayBeEmpty }) => {
    if (!mayBeEmpty && (password === '' || newPassword === ''))
      return {
        ...(password === '' ? { password: 'missing' } : {}),
        ...(newPassword === '' ? { newPassword: 'missing' } : {}),
      };
    if (newPassword === password) return { newPassword: 'same' };
    return newPassword === repeatedPassword ? {} : { repeatedPassword: 'different' };
  },
  save: (api, { password, newPassword }, signal) => api.call(changePassword, { password, newPassword }, signal),
  /** The server names no field: it refuses the current password, or the new one if that is empty. */
  problemsAfter: (error, { newPassword }) => {
    if (error.kind !== 'rejected') return {};
    return newPassword === '' ? { newPassword: 'refused' } : { password: 'refused' };
  },
});

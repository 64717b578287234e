import { changePassword } from '../../services/endpoints/account.ts';
import { form, type FormRef } from '../kit/form.ts';

/** What is typed to change the own password. The names of the fields keep it out of recordings. */
export interface PasswordValues {
  readonly password: string;
  readonly newPassword: string;
  /** The new one once more. */
  readonly repeatedPassword: string;
  /** Root may have none. */
  readonly mayBeEmpty: boolean;
}

/** `refused`: the server did not take it, and says why. */
export type PasswordProblem = 'missing' | 'same' | 'different' | 'refused';
export type PasswordForm = FormRef<PasswordValues, PasswordProblem>;

export const noPassword = (mayBeEmpty: boolean): PasswordValues => ({
  password: '',
  newPassword: '',
  repeatedPassword: '',
  mayBeEmpty,
});

/** Changes the own password (ACC-003 to ACC-005, VAL-020, VAL-021, ROL-005). */
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
  /** The server names no field: what it refuses is the current password, or the new one when that is missing. */
  problemsAfter: (error, { newPassword }) => {
    if (error.kind !== 'rejected') return {};
    return newPassword === '' ? { newPassword: 'refused' } : { password: 'refused' };
  },
});

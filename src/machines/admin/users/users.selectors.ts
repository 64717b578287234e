import type { SnapshotFrom } from 'xstate';
import type { Account } from '../../../schemas/api/account.ts';
import type { editUserMachine } from './edit-user.machine.ts';
import type { userPageMachine } from './user-page.machine.ts';
import type { usersMachine } from './users.machine.ts';

type Snapshot = SnapshotFrom<typeof usersMachine>;
type EditSnapshot = SnapshotFrom<typeof editUserMachine>;

export const selectUsers = ({ context }: Snapshot): readonly Account[] => context.users;
export const selectUserQuery = ({ context }: Snapshot): string => context.query;
export const selectOnline = ({ context }: Snapshot) => context.online;
/** Time of the last load or change, in ms. */
export const selectReadAt = ({ context }: Snapshot): number => context.readAt;
export const selectUserRemoval = ({ children }: Snapshot) => children.removal;

export function selectEditUserState(snapshot: EditSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.form ? 'ready' : 'loading';
}
export const selectEditedAccount = ({ context }: EditSnapshot): Account | null => context.account;
export const selectUserForm = ({ context }: EditSnapshot) => context.form ?? undefined;
export const selectLimits = ({ context }: EditSnapshot) => context.limits;
export const selectEditUserError = ({ context }: EditSnapshot) => context.error;
/** Whether the account signs in by OpenID, if known. */
export const selectIsLinked = ({ context }: EditSnapshot): boolean =>
  (context.saved ?? context.account)?.hasOpenIDLink === true;
export const selectIsUnlinking = (snapshot: EditSnapshot): boolean => snapshot.matches({ ready: 'unlinking' });

type PageSnapshot = SnapshotFrom<typeof userPageMachine>;

export const selectUserDetail = ({ context }: PageSnapshot) => context.detail;
/** Time of the last load, in ms. */
export const selectDetailReadAt = ({ context }: PageSnapshot): number => context.readAt;

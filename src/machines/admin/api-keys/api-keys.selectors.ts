import type { SnapshotFrom } from 'xstate';
import type { ApiKey } from '../../../schemas/api/account.ts';
import type { KeyForm } from './api-keys.logic.ts';
import type { apiKeysMachine } from './api-keys.machine.ts';
import type { editKeyMachine } from './edit-key.machine.ts';

type Snapshot = SnapshotFrom<typeof apiKeysMachine>;
type EditSnapshot = SnapshotFrom<typeof editKeyMachine>;

export const selectKeys = ({ context }: Snapshot): readonly ApiKey[] => context.keys;
export const selectReadAt = ({ context }: Snapshot): number => context.readAt;
export const selectKeyRemoval = ({ children }: Snapshot) => children.removal;

export const selectKeyForm = ({ children }: EditSnapshot): KeyForm | undefined => children.form;
export const selectEditedKey = ({ context }: EditSnapshot): ApiKey | null => context.before;
export const selectKeyPeople = ({ context }: EditSnapshot) => context.people;
export const selectIsOver = ({ context }: EditSnapshot): boolean => context.isOver;
export const selectNewKey = ({ context }: EditSnapshot): string | null => context.secretKey;
export function selectCopyState(snapshot: EditSnapshot): 'resting' | 'copied' | 'failed' {
  if (snapshot.matches({ shown: 'copied' })) return 'copied';
  return snapshot.matches({ shown: 'failed' }) ? 'failed' : 'resting';
}

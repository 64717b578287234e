import type { SnapshotFrom } from 'xstate';
import { MOST_CHARACTERS, type broadcastMachine } from './broadcast.machine.ts';

type Snapshot = SnapshotFrom<typeof broadcastMachine>;

const FEW_CHARACTERS = 100;

export const selectMessage = ({ context }: Snapshot) => context.draft;
export const selectCharactersLeft = ({ context }: Snapshot) => {
  const left = MOST_CHARACTERS - context.draft.length;
  return left <= FEW_CHARACTERS ? left : null;
};
export const selectHasFailed = ({ context }: Snapshot) => context.hasFailed;
export const selectIsSending = (snapshot: Snapshot) => snapshot.hasTag('busy');
export const selectOnlineCount = ({ context }: Snapshot): number => context.online.length;

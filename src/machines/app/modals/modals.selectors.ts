import type { SnapshotFrom } from 'xstate';
import type { modalMachine } from './modal.machine.ts';
import type { modalsMachine } from './modals.machine.ts';

export const selectStack = ({ context }: SnapshotFrom<typeof modalsMachine>) => context.stack;
export const selectHasModal = ({ context }: SnapshotFrom<typeof modalsMachine>) => context.stack.length > 0;

type ModalSnapshot = SnapshotFrom<typeof modalMachine>;

export function selectModalPlace(snapshot: ModalSnapshot): 'loading' | 'failed' | 'open' {
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.ref && snapshot.matches('open') ? 'open' : 'loading';
}

export const selectModal = ({ context }: ModalSnapshot) => context.ref;

import { useSelector } from '@xstate/react';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { OpenModal } from '../../machines/modals/modals.machine.ts';
import { ConfirmPrompt } from './confirm-prompt.tsx';

/** The open modals, bottom to top. Each is drawn by the name of its machine (BAR-039). */
export function Modals() {
  const stack = useSelector(useActorRefOf('modals'), ({ context }) => context.stack);
  return stack.map((open) => <Modal key={open.id} open={open} />);
}

function Modal({ open }: { open: OpenModal }) {
  switch (open.modal) {
    case 'confirm':
      return <ConfirmPrompt confirm={open.ref} />;
  }
}

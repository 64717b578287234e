import { confirmMachine, type ConfirmInput, type ConfirmOutput, type ConfirmRef } from './confirm.machine.ts';

/** Every modal by name: the machine that runs it. Views have a component under the same name. */
export const modalMachines = { confirm: confirmMachine };

/** What each modal takes and gives back. */
export interface Modals {
  readonly confirm: { readonly input: ConfirmInput; readonly output: ConfirmOutput; readonly ref: ConfirmRef };
}

export type ModalName = keyof Modals;

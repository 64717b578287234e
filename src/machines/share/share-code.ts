import { fromPromise } from 'xstate';

export type ShareMachine = typeof import('./share.machine.ts').shareMachine;

/** In a chunk of its own, without the code for accounts. */
export const loadShareMachine = fromPromise<ShareMachine>(
  async () => (await import('./share.machine.ts')).shareMachine,
);

import { fromPromise } from 'xstate';

export type ShareMachine = typeof import('./share.machine.ts').shareMachine;

/** Loads all that plays a public link. It comes in a chunk of its own, without what works for an account. */
export const loadShareMachine = fromPromise<ShareMachine>(
  async () => (await import('./share.machine.ts')).shareMachine,
);

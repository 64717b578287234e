import { fromPromise } from 'xstate';

export type SessionMachine = typeof import('./session.machine.ts').sessionMachine;

/** In a chunk of its own: a visitor without an account does not need it. */
export const loadSessionMachine = fromPromise<SessionMachine>(
  async () => (await import('./session.machine.ts')).sessionMachine,
);

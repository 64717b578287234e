import { fromPromise } from 'xstate';

export type SessionMachine = typeof import('./session.machine.ts').sessionMachine;

/**
 * Loads all that works for an account. It comes in a chunk of its own: a visitor who is not signed in needs none of it.
 */
export const loadSessionMachine = fromPromise<SessionMachine>(
  async () => (await import('./session.machine.ts')).sessionMachine,
);

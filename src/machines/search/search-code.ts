import { fromPromise } from 'xstate';

export type SearchMachine = typeof import('./search.machine.ts').searchMachine;

/** Loads what searches, when somebody first goes to the box. Rejects when the code fails to load. */
export const loadSearchMachine = fromPromise<SearchMachine>(
  async () => (await import('./search.machine.ts')).searchMachine,
);

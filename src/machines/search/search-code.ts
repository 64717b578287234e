import { fromPromise } from 'xstate';

export type SearchMachine = typeof import('./search.machine.ts').searchMachine;

export const loadSearchMachine = fromPromise<SearchMachine>(
  async () => (await import('./search.machine.ts')).searchMachine,
);

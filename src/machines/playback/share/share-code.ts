import { fromPromise } from 'xstate';

export type ShareMachine = typeof import('./share.machine.ts').shareMachine;

/** In a chunk of its own, without the code for accounts. */
export const loadShareMachine = fromPromise<ShareMachine>(
  async () => (await import('./share.machine.ts')).shareMachine,
);

/** Start of a link (`?t=`) in seconds; null: none or invalid. The player ignores one past the end. */
export function linkTime(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : null;
}

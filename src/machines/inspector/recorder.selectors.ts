import type { SnapshotFrom } from 'xstate';
import type { recorderMachine } from './recorder.machine.ts';

/** How many rules are on for the network of this page. */
export const selectRuleCount = ({ context }: SnapshotFrom<typeof recorderMachine>) => context.rules.length;

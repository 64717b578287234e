import type { SnapshotFrom } from 'xstate';
import type { recorderMachine } from './recorder.machine.ts';

export const selectRuleCount = ({ context }: SnapshotFrom<typeof recorderMachine>) => context.rules.length;

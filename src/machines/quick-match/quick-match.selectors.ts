import type { SnapshotFrom } from 'xstate';
import type { quickMatchMachine } from './quick-match.machine.ts';

type QuickMatchSnapshot = SnapshotFrom<typeof quickMatchMachine>;

export const selectOptions = ({ context }: QuickMatchSnapshot) => context;
export function selectProvidersState(snapshot: QuickMatchSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.hasTag('failed')) return 'failed';
  return snapshot.hasTag('busy') ? 'loading' : 'ready';
}

import type { SnapshotFrom } from 'xstate';
import type { providersMachine } from './providers.machine.ts';

type Snapshot = SnapshotFrom<typeof providersMachine>;

export const selectListedProviders = ({ context }: Snapshot) => context.providers;
export const selectRevealed = ({ context }: Snapshot) => context.revealed;
export const selectProviderForm = ({ children }: Snapshot) => children.provider;
export const selectProviderRemoval = ({ children }: Snapshot) => children.removal;
export const selectProviderTrial = ({ children }: Snapshot) => children.trial;

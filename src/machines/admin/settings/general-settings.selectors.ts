import type { SnapshotFrom } from 'xstate';
import type { ServerSettings } from '../../../schemas/api/server-settings.ts';
import type { generalSettingsMachine, RefusedChange } from './general-settings.machine.ts';

type Snapshot = SnapshotFrom<typeof generalSettingsMachine>;

export const selectRefusal = ({ context }: Snapshot): RefusedChange | null => context.refused;
export const selectIsSaving = (snapshot: Snapshot): boolean => snapshot.matches({ shown: 'saving' });

const merged = new WeakMap<object, ServerSettings>();

/** The server's values with pending changes over them. Stable reference while nothing changes. */
export function selectShownSettings({ context }: Snapshot): ServerSettings | null {
  if (context.stored === null) return null;
  const known = merged.get(context) ?? {
    ...context.stored,
    ...withoutGaps(context.sent),
    ...withoutGaps(context.waiting),
  };
  merged.set(context, known);
  return known;
}

function withoutGaps(change: object): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

export const selectPrefixForm = ({ context }: Snapshot) => context.prefixes ?? undefined;
export const selectCoverProviders = ({ context }: Snapshot) => context.providers;
export const selectPurge = ({ children }: Snapshot) => children.purge;

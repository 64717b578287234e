import type { SnapshotFrom } from 'xstate';
import { isFinding, mediaOf } from './sessions.logic.ts';
import type { sessionDetailsMachine } from './session-details.machine.ts';
import type { sessionsMachine } from './sessions.machine.ts';

type Snapshot = SnapshotFrom<typeof sessionsMachine>;
type DetailsSnapshot = SnapshotFrom<typeof sessionDetailsMachine>;

export const selectScope = ({ context }: Snapshot) => context.scope;
export const selectQuery = ({ context }: Snapshot) => context.query;
export const selectList = ({ context }: Snapshot) => context.list;
export const selectSelected = ({ context }: Snapshot): readonly string[] => context.selected;
export const selectExportRef = ({ children }: Snapshot) => children.sessionExport;
export const selectReadAt = ({ context }: Snapshot): number => context.readAt;
export const selectIsTurning = (snapshot: Snapshot): boolean =>
  snapshot.matches({ shown: 'turning' }) || snapshot.matches({ shown: 'typing' });
export const selectIsFinding = ({ context }: Snapshot): boolean => isFinding(context.query);
export const selectIsRemoving = (snapshot: Snapshot): boolean => snapshot.matches({ shown: 'removing' });
/** Only for the list of one user. */
export const selectListenerName = ({ context }: Snapshot): string | null =>
  context.scope.kind === 'user' ? (context.list?.listeners[0]?.username ?? null) : null;

export const selectDetails = ({ context }: DetailsSnapshot) => context;
export const selectCanPlay = ({ context }: DetailsSnapshot): boolean => mediaOf(context.session) !== null;
export const selectCanRemove = (snapshot: DetailsSnapshot): boolean => snapshot.can({ type: 'sessionDetails.remove' });
export const selectCanEnd = (snapshot: DetailsSnapshot): boolean => snapshot.can({ type: 'sessionDetails.stop' });
export const selectIsBusy = (snapshot: DetailsSnapshot): boolean => snapshot.hasTag('busy');

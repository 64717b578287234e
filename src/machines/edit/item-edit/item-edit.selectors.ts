import type { SnapshotFrom } from 'xstate';
import type { tasksMachine } from '../../browse/tasks/tasks.machine.ts';
import type { itemEditMachine } from './item-edit.machine.ts';
import { stepFrom } from './item-edit.setup.ts';
import type { matchMachine } from './match.machine.ts';
import type { coverMachine } from './cover.machine.ts';
import type { folderPicturesMachine } from './folder-pictures.machine.ts';

type ItemEditSnapshot = SnapshotFrom<typeof itemEditMachine>;

export const selectTab = ({ context }: ItemEditSnapshot) => context.tab;
export const selectDetailsForm = ({ context }: ItemEditSnapshot) => context.fields ?? undefined;
export const selectScheduleForm = ({ context }: ItemEditSnapshot) => context.schedule ?? undefined;
export const selectCoverTab = ({ context }: ItemEditSnapshot) => context.tabs?.cover;
export const selectMatchTab = ({ context }: ItemEditSnapshot) => context.tabs?.match;
export const selectIsSavingDetails = (snapshot: ItemEditSnapshot) => snapshot.matches({ shown: { ready: 'saving' } });
/** Null: nothing is being saved. */
export const selectAfterSave = (snapshot: ItemEditSnapshot) =>
  selectIsSavingDetails(snapshot) ? snapshot.context.afterSave : null;
export const selectHasPrevious = ({ context }: ItemEditSnapshot) =>
  stepFrom(context.list, context.itemId, -1) !== undefined;
export const selectHasNext = ({ context }: ItemEditSnapshot) => stepFrom(context.list, context.itemId, 1) !== undefined;

type TasksSnapshot = SnapshotFrom<typeof tasksMachine>;

export const selectToolTask =
  (itemId: string, action: 'embed-metadata' | 'encode-m4b') => (snapshot: TasksSnapshot | undefined) =>
    snapshot?.context.entries.findLast(({ task }) => task.action === action && task.data?.libraryItemId === itemId);

export const selectIsEmbedQueued = (itemId: string) => (snapshot: TasksSnapshot | undefined) =>
  snapshot?.context.embedQueue.includes(itemId) ?? false;

type MatchSnapshot = SnapshotFrom<typeof matchMachine>;

export function selectMatchPart(snapshot: MatchSnapshot): 'preparing' | 'failed' | 'looking' | 'editing' | 'checking' {
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('looking')) return 'looking';
  if (snapshot.matches({ comparing: 'editing' })) return 'editing';
  return snapshot.matches('comparing') ? 'checking' : 'preparing';
}
export const selectIsMatchSaving = (snapshot: MatchSnapshot) => snapshot.matches({ comparing: 'saving' });
export const selectMatchSearch = ({ context: { providers, provider, title, author } }: MatchSnapshot) => ({
  providers,
  provider,
  title,
  author,
});

type CoverSnapshot = SnapshotFrom<typeof coverMachine>;

export const selectCandidate = ({ context }: CoverSnapshot) => context.candidate;
export const selectIsSending = (snapshot: CoverSnapshot) => snapshot.matches({ picture: { chosen: 'sending' } });
export const selectCoverSearch = ({ context: { providers, provider, title, author } }: CoverSnapshot) => ({
  providers,
  provider,
  title,
  author,
});
export function selectCoverResults(snapshot: CoverSnapshot): 'preparing' | 'failed' | 'resting' | 'searching' {
  if (snapshot.matches({ results: 'failed' })) return 'failed';
  if (!snapshot.matches({ results: 'ready' })) return 'preparing';
  return snapshot.matches({ results: { ready: 'searching' } }) ? 'searching' : 'resting';
}

/** Null: can't be shown. Undefined: not loaded. */
export const pictureBy =
  (ino: string) =>
  ({ context }: SnapshotFrom<typeof folderPicturesMachine>): string | null | undefined =>
    context.sources[ino];

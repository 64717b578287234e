import type { SnapshotFrom } from 'xstate';
import type { tasksMachine } from '../../browse/tasks/tasks.machine.ts';
import type { itemEditMachine } from './item-edit.machine.ts';
import { stepFrom } from './item-edit.setup.ts';
import type { matchMachine } from './match.machine.ts';
import type { rescanMachine } from './rescan.machine.ts';
import type { toolsMachine } from './tools.machine.ts';

type ItemEditSnapshot = SnapshotFrom<typeof itemEditMachine>;

export const selectEditedItem = ({ context }: ItemEditSnapshot) => context.item;
export const selectEditedTitle = ({ context }: ItemEditSnapshot) => context.title;
export const selectTab = ({ context }: ItemEditSnapshot) => context.tab;
export const selectDetailsForm = ({ context }: ItemEditSnapshot) => context.fields ?? undefined;
export const selectScheduleForm = ({ context }: ItemEditSnapshot) => context.schedule ?? undefined;
export const selectCoverTab = ({ context }: ItemEditSnapshot) => context.tabs?.cover;
export const selectFilesTab = ({ context }: ItemEditSnapshot) => context.tabs?.files;
export const selectToolsTab = ({ context }: ItemEditSnapshot) => context.tabs?.tools;
export const selectRescan = ({ context }: ItemEditSnapshot) => context.tabs?.rescan;
export const selectPictures = ({ context }: ItemEditSnapshot) => context.tabs?.pictures;
export const selectMatchTab = ({ context }: ItemEditSnapshot) => context.tabs?.match;
export const selectEpisodesTab = ({ context }: ItemEditSnapshot) => context.tabs?.episodes;
export const selectIsRestored = ({ context }: ItemEditSnapshot) => context.isRestored;
export const selectIsScheduleRestored = ({ context }: ItemEditSnapshot) => context.isScheduleRestored;
export const selectIsSavingDetails = (snapshot: ItemEditSnapshot) => snapshot.matches({ shown: { ready: 'saving' } });
/** Null: nothing is being saved. */
export const selectAfterSave = (snapshot: ItemEditSnapshot) =>
  selectIsSavingDetails(snapshot) ? snapshot.context.afterSave : null;
export const selectHasList = ({ context }: ItemEditSnapshot) => context.list.length > 1;
export const selectHasPrevious = ({ context }: ItemEditSnapshot) =>
  stepFrom(context.list, context.itemId, -1) !== undefined;
export const selectHasNext = ({ context }: ItemEditSnapshot) => stepFrom(context.list, context.itemId, 1) !== undefined;

type RescanSnapshot = SnapshotFrom<typeof rescanMachine>;

export const selectIsRescanning = (snapshot: RescanSnapshot) => snapshot.hasTag('busy');
export const selectRescanResult = ({ context }: RescanSnapshot) => context.result;
export const selectRescanError = ({ context }: RescanSnapshot) => context.error;

type ToolsSnapshot = SnapshotFrom<typeof toolsMachine>;
type TasksSnapshot = SnapshotFrom<typeof tasksMachine>;

export const selectToolsError = ({ context }: ToolsSnapshot) => context.error;
export const selectIsEmbedStarting = (snapshot: ToolsSnapshot) => snapshot.matches('starting');

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
export const selectIsMatchSearching = (snapshot: MatchSnapshot) => snapshot.matches({ looking: 'searching' });
export const selectIsMatchSaving = (snapshot: MatchSnapshot) => snapshot.matches({ comparing: 'saving' });
export const selectMatchSearch = ({ context: { providers, provider, title, author } }: MatchSnapshot) => ({
  providers,
  provider,
  title,
  author,
});
export const selectMatchResults = ({ context }: MatchSnapshot) => context.results;
export const selectMatchError = ({ context }: MatchSnapshot) => context.error;
export const selectMatchDraft = ({ context }: MatchSnapshot) => context.draft;
export const selectIsReviewing = ({ context }: MatchSnapshot) => context.chosen !== null;
export const selectChosenMatch = ({ context }: MatchSnapshot) => context.chosen;
export const selectIsMatchRestored = ({ context }: MatchSnapshot) => context.isRestored;

import type { SnapshotFrom } from 'xstate';
import type { itemEditMachine } from './item-edit.machine.ts';
import { stepFrom } from './item-edit.setup.ts';

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
export const selectCloses = (snapshot: ItemEditSnapshot) => selectIsSavingDetails(snapshot) && snapshot.context.closes;
export const selectHasList = ({ context }: ItemEditSnapshot) => context.list.length > 1;
export const selectHasPrevious = ({ context }: ItemEditSnapshot) =>
  stepFrom(context.list, context.itemId, -1) !== undefined;
export const selectHasNext = ({ context }: ItemEditSnapshot) => stepFrom(context.list, context.itemId, 1) !== undefined;

import type { SnapshotFrom } from 'xstate';
import type { itemEditMachine } from './item-edit.machine.ts';
import { stepFrom } from './item-edit.setup.ts';

type ItemEditSnapshot = SnapshotFrom<typeof itemEditMachine>;

/** The item that is edited; null while it loads. */
export const selectEditedItem = ({ context }: ItemEditSnapshot) => context.item;
export const selectEditedTitle = ({ context }: ItemEditSnapshot) => context.title;
export const selectTab = ({ context }: ItemEditSnapshot) => context.tab;
export const selectDetailsForm = ({ context }: ItemEditSnapshot) => context.fields ?? undefined;
/** How a podcast keeps up with its feed; undefined for a book. */
export const selectScheduleForm = ({ context }: ItemEditSnapshot) => context.schedule ?? undefined;
/** The machine of the cover tab; undefined while the item loads. */
export const selectCoverTab = ({ context }: ItemEditSnapshot) => context.tabs?.cover;
export const selectFilesTab = ({ context }: ItemEditSnapshot) => context.tabs?.files;
export const selectToolsTab = ({ context }: ItemEditSnapshot) => context.tabs?.tools;
/** Reads its files again; undefined while the item loads. */
export const selectRescan = ({ context }: ItemEditSnapshot) => context.tabs?.rescan;
/** The pictures in the folder of the item. */
export const selectPictures = ({ context }: ItemEditSnapshot) => context.tabs?.pictures;
/** The machine of the match tab. */
export const selectMatchTab = ({ context }: ItemEditSnapshot) => context.tabs?.match;
/** The machine of the tab of episodes. */
export const selectEpisodesTab = ({ context }: ItemEditSnapshot) => context.tabs?.episodes;
/** The details begin with what was typed before the page was reloaded. */
export const selectIsRestored = ({ context }: ItemEditSnapshot) => context.isRestored;
export const selectIsScheduleRestored = ({ context }: ItemEditSnapshot) => context.isScheduleRestored;
export const selectIsSavingDetails = (snapshot: ItemEditSnapshot) => snapshot.matches({ shown: { ready: 'saving' } });
/** What is under way closes the modal when it is done. */
export const selectCloses = (snapshot: ItemEditSnapshot) => selectIsSavingDetails(snapshot) && snapshot.context.closes;
/** Whether it was opened from a list, and where there is another item in it. */
export const selectHasList = ({ context }: ItemEditSnapshot) => context.list.length > 1;
export const selectHasPrevious = ({ context }: ItemEditSnapshot) =>
  stepFrom(context.list, context.itemId, -1) !== undefined;
export const selectHasNext = ({ context }: ItemEditSnapshot) => stepFrom(context.list, context.itemId, 1) !== undefined;

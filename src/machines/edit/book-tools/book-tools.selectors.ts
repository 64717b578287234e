import type { SnapshotFrom } from 'xstate';
import type { bookToolsMachine } from './book-tools.machine.ts';
import { choiceOf, filesOf, type ToolsPart } from './book-tools.logic.ts';
import { faultsOf } from './encode.logic.ts';
import { activeTool } from './work.logic.ts';

type Snapshot = SnapshotFrom<typeof bookToolsMachine>;

export const selectItemId = ({ context }: Snapshot) => context.itemId;
export const selectBook = ({ context }: Snapshot) => context.book;
export const selectTool = ({ context }: Snapshot) => context.tool;
export const selectToolsError = ({ context }: Snapshot) => context.error;
export const selectTags = ({ context }: Snapshot) => context.tags;
export const selectTagsError = ({ context }: Snapshot) => context.tagsError;
export const selectTasksError = ({ context }: Snapshot) => context.tasksError;
export const selectWork = ({ context }: Snapshot) => context.works[context.tool];
export const selectActiveTool = ({ context }: Snapshot) => activeTool(context.works);
export const selectMarks = ({ context }: Snapshot) => context.marks;
export const selectHasBackup = ({ context }: Snapshot) => context.hasBackup;
export const selectHasPaths = ({ context }: Snapshot) => context.hasPaths;
export const selectIsTyped = ({ context }: Snapshot) => context.isTyped;
const choice = (snapshot: Snapshot) => choiceOf(snapshot.context);
export const selectCodec = (snapshot: Snapshot) => choice(snapshot).codec;
export const selectBitrate = (snapshot: Snapshot) => choice(snapshot).bitrate;
export const selectChannels = (snapshot: Snapshot) => choice(snapshot).channels;
/** Invalid fields as one text: `codec bitrate`. */
export const selectFaults = (snapshot: Snapshot) => faultsOf(choice(snapshot)).join(' ');
export const selectTyped = ({ context }: Snapshot) => context.typed;
export const selectFileCount = ({ context }: Snapshot) => filesOf(context.book).length;
export const selectIsStarting = (snapshot: Snapshot) =>
  snapshot.matches({ ready: 'startingEmbed' }) || snapshot.matches({ ready: 'startingEncode' });
export const selectIsCanceling = (snapshot: Snapshot) => snapshot.matches({ ready: 'canceling' });
export const isPartOpen =
  (part: ToolsPart) =>
  ({ context }: Snapshot) =>
    context.open.has(part);

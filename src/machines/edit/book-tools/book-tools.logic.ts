import type { AudioFile } from '../../../schemas/api/audio-file.ts';
import type { BookItemExpanded, LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { EndpointOutput } from '../../../services/endpoints/define-endpoint.ts';
import type { getMetadataObject } from '../../../services/endpoints/item-tools.ts';
import { choiceFor, faultsOf, type EncodeChoice } from './encode.logic.ts';
import { activeTool, type FileMarks, type ToolName, type WorkFile, type Works } from './work.logic.ts';
import type { SnapshotFrom } from 'xstate';
import type { bookToolsMachine } from './book-tools.machine.ts';

export type Tags = EndpointOutput<typeof getMetadataObject>;
export type ToolsPart = 'files' | 'tags' | 'chapters';

export interface BookToolsContext {
  readonly itemId: string;
  readonly tool: ToolName;
  readonly book: BookItemExpanded | null;
  /** Tags that an embed would write, by name; null until loaded. */
  readonly tags: Tags | null;
  readonly tagsError: AppError | null;
  readonly tasksError: AppError | null;
  readonly works: Works;
  readonly marks: FileMarks;
  /** Task events arrived after the request for tasks: they are newer than its answer. */
  readonly isHeard: boolean;
  readonly hasBackup: boolean;
  readonly isTyped: boolean;
  /** Chosen presets; the others fit the files. */
  readonly chosen: Partial<EncodeChoice>;
  /** Typed values, also those for another book; empty: fits the files. */
  readonly typed: EncodeChoice;
  readonly hasPaths: boolean;
  readonly open: ReadonlySet<ToolsPart>;
  readonly error: AppError | null;
}

export const filesOf = (book: BookItemExpanded | null): readonly AudioFile[] =>
  (book?.media.audioFiles.items ?? [])
    .filter(({ exclude }) => exclude !== true)
    .toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));

export const workFilesOf = ({ book }: BookToolsContext): readonly WorkFile[] =>
  filesOf(book).map(({ ino, metadata }) => ({ ino, path: metadata.path }));

/** Values that fit the files, unless chosen or typed. */
export function choiceOf({ book, isTyped, chosen, typed }: BookToolsContext): EncodeChoice {
  return isTyped ? typed : { ...choiceFor(filesOf(book)), ...chosen };
}

export function typedFrom({ book, typed }: BookToolsContext): EncodeChoice {
  const fitting = choiceFor(filesOf(book));
  return {
    codec: typed.codec || fitting.codec,
    bitrate: typed.bitrate || fitting.bitrate,
    channels: typed.channels || fitting.channels,
  };
}

export const maySendOrder = (context: BookToolsContext): boolean =>
  activeTool(context.works) === null && (context.tool === 'embed' || faultsOf(choiceOf(context)).length === 0);

/** A book with tracks whose files exist. */
export const isUsable = (item: LibraryItemExpanded): boolean =>
  item.mediaType === 'book' && !item.isMissing && item.media.tracks.items.length > 0;

type Snapshot = SnapshotFrom<typeof bookToolsMachine>;

export const selectItemId = ({ context }: Snapshot) => context.itemId;
export const selectTool = ({ context }: Snapshot) => context.tool;
export const selectWork = ({ context }: Snapshot) => context.works[context.tool];
export const selectActiveTool = ({ context }: Snapshot) => activeTool(context.works);
const choice = (snapshot: Snapshot) => choiceOf(snapshot.context);
export const selectCodec = (snapshot: Snapshot) => choice(snapshot).codec;
export const selectBitrate = (snapshot: Snapshot) => choice(snapshot).bitrate;
export const selectChannels = (snapshot: Snapshot) => choice(snapshot).channels;
/** Invalid fields as one text: `codec bitrate`. */
export const selectFaults = (snapshot: Snapshot) => faultsOf(choice(snapshot)).join(' ');
export const selectFileCount = ({ context }: Snapshot) => filesOf(context.book).length;
export const selectIsStarting = (snapshot: Snapshot) =>
  snapshot.matches({ ready: 'startingEmbed' }) || snapshot.matches({ ready: 'startingEncode' });
export const isPartOpen =
  (part: ToolsPart) =>
  ({ context }: Snapshot) =>
    context.open.has(part);

import type { AudioFile } from '../../schemas/api/audio-file.ts';
import type { BookItemExpanded, LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { EndpointOutput } from '../../services/endpoints/define-endpoint.ts';
import type { getMetadataObject } from '../../services/endpoints/item-tools.ts';
import { choiceFor, faultsOf, type EncodeChoice } from './encode.logic.ts';
import { activeTool, type FileMarks, type ToolName, type WorkFile, type Works } from './work.logic.ts';

export type Tags = EndpointOutput<typeof getMetadataObject>;
/** The parts of the page that fold. */
export type ToolsPart = 'files' | 'tags' | 'chapters';

/** The page's data. */
export interface BookToolsContext {
  readonly itemId: string;
  readonly tool: ToolName;
  readonly book: BookItemExpanded | null;
  /** What an embed would write, by the name of the tag; null while it is not known. */
  readonly tags: Tags | null;
  readonly tagsError: AppError | null;
  /** Why nobody knows what the server is at. */
  readonly tasksError: AppError | null;
  readonly works: Works;
  readonly marks: FileMarks;
  /** Since the tasks were asked for, events told of this book: they are newer than the answer. */
  readonly isHeard: boolean;
  readonly hasBackup: boolean;
  /** Values for the encoder are typed, not chosen. */
  readonly isTyped: boolean;
  /** What was chosen among the presets; the rest is as it fits the files. */
  readonly chosen: Partial<EncodeChoice>;
  /** What was typed, now or for another book; empty as it fits the files. */
  readonly typed: EncodeChoice;
  readonly hasPaths: boolean;
  readonly open: ReadonlySet<ToolsPart>;
  /** Why the item did not load, or the tool was not started or canceled. */
  readonly error: AppError | null;
}

/** The files that are in the book, in its order. */
export const filesOf = (book: BookItemExpanded | null): readonly AudioFile[] =>
  (book?.media.audioFiles.items ?? [])
    .filter(({ exclude }) => exclude !== true)
    .toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));

/** The same as the work marks them. */
export const workFilesOf = ({ book }: BookToolsContext): readonly WorkFile[] =>
  filesOf(book).map(({ ino, metadata }) => ({ ino, path: metadata.path }));

/** The values that fit the files, with what was chosen or typed in their place. */
export function choiceOf({ book, isTyped, chosen, typed }: BookToolsContext): EncodeChoice {
  return isTyped ? typed : { ...choiceFor(filesOf(book)), ...chosen };
}

/** What the fields for typed values begin with: what was typed for another book, else what fits this one. */
export function typedFrom({ book, typed }: BookToolsContext): EncodeChoice {
  const fitting = choiceFor(filesOf(book));
  return {
    codec: typed.codec || fitting.codec,
    bitrate: typed.bitrate || fitting.bitrate,
    channels: typed.channels || fitting.channels,
  };
}

/** Whether the chosen tool may be started. */
export const maySendOrder = (context: BookToolsContext): boolean =>
  activeTool(context.works) === null && (context.tool === 'embed' || faultsOf(choiceOf(context)).length === 0);

/** Whether there are files that a tool can work at. */
export const isUsable = (item: LibraryItemExpanded): boolean =>
  item.mediaType === 'book' && !item.isMissing && item.media.tracks.items.length > 0;

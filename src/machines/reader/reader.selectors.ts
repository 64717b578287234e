import type { SnapshotFrom } from 'xstate';
import type { Place } from '../../services/reader/engine.ts';
import { pagedEngineOf } from './pages.logic.ts';
import type { readerMachine } from './reader.machine.ts';

type Snapshot = SnapshotFrom<typeof readerMachine>;

/** What stands in the reader. */
export function selectReaderPlace(snapshot: Snapshot): 'loading' | 'opening' | 'reading' | 'failed' {
  if (snapshot.matches({ opened: 'reading' })) return 'reading';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.matches('opened') || snapshot.matches('waiting') ? 'opening' : 'loading';
}

export function selectPanel(snapshot: Snapshot): 'none' | 'contents' | 'settings' | 'marks' {
  if (snapshot.matches({ opened: { reading: { panel: 'showingMarks' } } })) return 'marks';
  if (snapshot.matches({ opened: { reading: { panel: 'showingContents' } } })) return 'contents';
  return snapshot.matches({ opened: { reading: { panel: 'showingSettings' } } }) ? 'settings' : 'none';
}

/** Whether heading and position are hidden, until somebody wants them. */
export const selectHasHiddenBars = (snapshot: Snapshot) =>
  snapshot.matches({ opened: { reading: { bars: 'hidden' } } });

/** What goes along with reading; undefined while no book is read. */
export const selectCompanion = ({ children }: Snapshot) => children.companion;
export const selectItem = ({ context }: Snapshot) => context.item;
/** The library that the book is in; null until it is known. */
export const selectLibraryId = ({ context }: Snapshot) => context.item?.libraryId ?? null;
export const selectFile = ({ context }: Snapshot) => context.file;
export const selectBytes = ({ context }: Snapshot) => context.bytes;
export const selectSettings = ({ context }: Snapshot) => context.settings;
/** Whether the settings are those of this book alone. */
export const selectIsOwn = ({ context }: Snapshot) => context.isOwn;
export const selectPosition = ({ context }: Snapshot) => context.place;
/** Pages of the book; 0 before the first one is shown. */
export const selectPageCount = ({ context }: Snapshot) => context.place?.pages ?? 0;
export const selectDirection = ({ context }: Snapshot) => context.direction;
/** Nested entries of the table of contents. */
export type Contents = Snapshot['context']['contents'];
export const selectContents = ({ context }: Snapshot) => context.contents;
export const selectCanSearch = ({ context }: Snapshot) => context.canSearch;
/** The marks of the open book; undefined: none is open. */
export const selectMarksRef = ({ children }: Snapshot) => children.marks;
/** Whether its text can be highlighted. */
export const selectCanMark = ({ context }: Snapshot) => context.canMark;
export const selectError = ({ context }: Snapshot) => context.error;
export const selectFault = ({ context }: Snapshot) => context.fault;
export const selectQuery = ({ context }: Snapshot) => context.query;
export const selectMatches = ({ context }: Snapshot) => context.matches;

/** What became of the search: `none` for queries that are too short. */
export function selectSearchState({ context }: Snapshot): 'none' | 'searching' | 'found' {
  if (context.query.trim().length < 2) return 'none';
  return context.matches === null ? 'searching' : 'found';
}

/** How fixed pages look; null: the text of the book flows. */
export const selectPages = ({ context }: Snapshot) => context.pages;
/** How large text or pages are about to be, in percent; null: no fingers say so. */
export const selectPinched = ({ context }: Snapshot) => context.pinched;
/** What the file is, where that makes a difference. */
export function selectKind({ context: { file } }: Snapshot): 'comic' | 'pdf' | 'text' {
  return (file && pagedEngineOf(file.format)) ?? 'text';
}

/** Whether its pages are listed, because it has no chapters. */
export const selectHasPageList = ({ context: { pages, contents, canSearch } }: Snapshot) =>
  pages !== null && contents.length === 0 && !canSearch;

/** Title and author (EBK-002); null until they are known, and for comics (EBK-003). */
export function selectHeading(snapshot: Snapshot): { title: string; author: string } | null {
  const { item } = snapshot.context;
  if (item?.mediaType !== 'book' || selectKind(snapshot) === 'comic') return null;
  return { title: item.media.metadata.title ?? '', author: item.media.metadata.authorName };
}

/** The place of another device: it waits for a person, or was gone to. `share` 0..1; null: there is none. */
export function selectOffer(snapshot: Snapshot): { kind: 'offered' | 'followed'; share: number } | null {
  const { told } = snapshot.context;
  if (!told) return null;
  if (snapshot.matches({ opened: { reading: { offer: 'offered' } } })) return { kind: 'offered', share: told.share };
  if (snapshot.matches({ opened: { reading: { offer: 'followed' } } })) return { kind: 'followed', share: told.share };
  return null;
}

/** Where one is; null before the first page is shown. */
export function selectFooter(snapshot: Snapshot): Place | null {
  return snapshot.matches({ opened: 'reading' }) ? snapshot.context.place : null;
}

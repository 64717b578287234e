import type { SnapshotFrom } from 'xstate';
import type { Place } from '../../services/reader/engine.ts';
import { pagedEngineOf } from './pages.logic.ts';
import { bookPagesOf } from './reader.context.ts';
import type { readerMachine } from './reader.machine.ts';

type Snapshot = SnapshotFrom<typeof readerMachine>;

export function selectReaderPlace(snapshot: Snapshot): 'loading' | 'opening' | 'reading' | 'failed' {
  if (snapshot.matches({ opened: 'reading' })) return 'reading';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.matches('opened') || snapshot.matches('waiting') ? 'opening' : 'loading';
}

export function selectPanel(snapshot: Snapshot): 'none' | 'contents' | 'settings' | 'marks' | 'goTo' {
  if (snapshot.matches({ opened: { reading: { panel: 'showingMarks' } } })) return 'marks';
  if (snapshot.matches({ opened: { reading: { panel: 'showingContents' } } })) return 'contents';
  if (snapshot.matches({ opened: { reading: { panel: 'askingPlace' } } })) return 'goTo';
  return snapshot.matches({ opened: { reading: { panel: 'showingSettings' } } }) ? 'settings' : 'none';
}

export const selectHasHiddenBars = (snapshot: Snapshot) =>
  snapshot.matches({ opened: { reading: { bars: 'hidden' } } });

export const selectCompanion = ({ children }: Snapshot) => children.companion;
export const selectItem = ({ context }: Snapshot) => context.item;
export const selectLibraryId = ({ context }: Snapshot) => context.item?.libraryId ?? null;
export const selectFile = ({ context }: Snapshot) => context.file;
export const selectBytes = ({ context }: Snapshot) => context.bytes;
export const selectSettings = ({ context }: Snapshot) => context.settings;
export const selectIsOwn = ({ context }: Snapshot) => context.isOwn;
export const selectPosition = ({ context }: Snapshot) => context.place;
export const selectPageCount = ({ context }: Snapshot) => context.place?.pages ?? 0;
export const selectDirection = ({ context }: Snapshot) => context.direction;
export type Contents = Snapshot['context']['contents'];
export const selectContents = ({ context }: Snapshot) => context.contents;
export const selectCanSearch = ({ context }: Snapshot) => context.canSearch;
export const selectMarksRef = ({ children }: Snapshot) => children.marks;
export const selectCanMark = ({ context }: Snapshot) => context.canMark;
export const selectAloudRef = ({ children }: Snapshot) => children.aloud;
export const selectCanReadAloud = ({ context }: Snapshot) => context.canReadAloud;
export const selectError = ({ context }: Snapshot) => context.error;
export const selectFault = ({ context }: Snapshot) => context.fault;
export const selectPassword = ({ context }: Snapshot) => context.password;
export const selectQuery = ({ context }: Snapshot) => context.query;
export const selectMatches = ({ context }: Snapshot) => context.matches;

export function selectSearchState({ context }: Snapshot): 'none' | 'searching' | 'found' {
  if (context.query.trim().length < 2) return 'none';
  return context.matches === null ? 'searching' : 'found';
}

export const selectPages = ({ context }: Snapshot) => context.pages;
export const selectPinched = ({ context }: Snapshot) => context.pinched;
export function selectKind({ context: { file } }: Snapshot): 'comic' | 'pdf' | 'text' {
  return (file && pagedEngineOf(file.format)) ?? 'text';
}

/** Comics and pdfs without chapters list their pages. */
export const selectHasPageList = ({ context: { pages, contents, canSearch } }: Snapshot) =>
  pages !== null && contents.length === 0 && !canSearch;

/** Null while loading, and for comics. */
export function selectHeading(snapshot: Snapshot): { title: string; author: string } | null {
  const { item } = snapshot.context;
  if (item?.mediaType !== 'book' || selectKind(snapshot) === 'comic') return null;
  return { title: item.media.metadata.title ?? '', author: item.media.metadata.authorName };
}

/** `share` 0..1. */
export function selectOffer(snapshot: Snapshot): { kind: 'offered' | 'followed'; share: number } | null {
  const { report } = snapshot.context;
  if (!report) return null;
  if (snapshot.matches({ opened: { reading: { offer: 'offered' } } })) return { kind: 'offered', share: report.share };
  if (snapshot.matches({ opened: { reading: { offer: 'followed' } } }))
    return { kind: 'followed', share: report.share };
  return null;
}

export const selectFootnote = ({ context }: Snapshot) => context.footnote;
export const selectPictureView = ({ children }: Snapshot) => children.pictureView;

/** The place that the last jump left. */
export function selectJumpedFrom(snapshot: Snapshot): Place | null {
  const { jumps, place } = snapshot.context;
  const last = jumps.at(-1);
  return last && last.location !== place?.location && snapshot.matches({ opened: 'reading' }) ? last : null;
}

export function selectFooter(snapshot: Snapshot): Place | null {
  return snapshot.matches({ opened: 'reading' }) ? snapshot.context.place : null;
}

export const selectChapters = ({ context }: Snapshot) => context.chapters;
export const selectPrintedPages = ({ context }: Snapshot) => context.printedPages;
export const selectBookPages = ({ context }: Snapshot) => bookPagesOf(context);

export const selectScrub = ({ context }: Snapshot) => context.scrub;

/** Where the scrubber is: share 0..1. */
export function selectScrubbed({ context }: Snapshot): number {
  const { scrub, place } = context;
  const pages = bookPagesOf(context);
  return scrub ?? (pages === null ? (place?.share ?? 0) : ((place?.page ?? 1) - 1) / pages);
}

/** Whether it shows where it would go. */
export const selectIsScrubbing = (snapshot: Snapshot) =>
  snapshot.context.scrub !== null && snapshot.matches({ opened: { reading: { scrubber: 'held' } } });

export const selectTyped = ({ context }: Snapshot) => context.typed;
export const selectIsRefused = (snapshot: Snapshot) =>
  snapshot.matches({ opened: { reading: { panel: { askingPlace: 'refused' } } } });

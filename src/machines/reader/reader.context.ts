import { type ReadingPlace, defaultEreaderSettings, type EreaderSettings } from '../../schemas/reading.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type {
  BookFault,
  ChapterStart,
  Footnote,
  ContentsEntry,
  Match,
  PageLook,
  Picture,
  Place,
  Press,
  PrintedPage,
} from '../../services/reader/engine.ts';
import { getPorts, type System } from '../kit/ports.ts';
import type { AddressHold, AddressLeft } from '../kit/address.actor.ts';
import type { ModalClosed } from '../app/modals/modals.protocol.ts';
import type { FileReport } from './book-file.actor.ts';
import { EREADER_SETTINGS } from './book-look.logic.ts';
import type { BookFile } from './formats.logic.ts';
import type { BookReport } from './open-book.actor.ts';
import type { MarksParentEvent } from './marks.setup.ts';
import type { PlaceReport } from './place-keeper.actor.ts';
import type { ReaderInput } from '../app/modals/modal-inputs.protocol.ts';
import { NO_GESTURES, type Direction, type Gestures, type Turn } from './turn.logic.ts';

export type ReaderEvent =
  | { type: 'reader.attach'; surface: HTMLElement }
  | { type: 'reader.dismiss' }
  | { type: 'reader.escape' }
  | { type: 'reader.retry' }
  | { type: 'reader.download' }
  | { type: 'reader.typePassword'; password: string }
  | { type: 'reader.submitPassword' }
  | { type: 'reader.turn'; turn: Turn }
  | { type: 'reader.press'; press: Press }
  | { type: 'reader.go'; target: string }
  | { type: 'reader.goBack' }
  | { type: 'reader.scrub'; share: number }
  | { type: 'reader.endScrub' }
  | { type: 'reader.toggleGoTo' }
  | { type: 'reader.typeGoTo'; text: string }
  | { type: 'reader.submitGoTo' }
  | { type: 'reader.toggleContents' }
  | { type: 'reader.toggleSettings' }
  | { type: 'reader.toggleMarks' }
  | { type: 'reader.toggleBookmark' }
  | { type: 'reader.toggleBars' }
  | { type: 'reader.change'; change: Partial<EreaderSettings> }
  | { type: 'reader.keepFor'; scope: 'all' | 'book' }
  | { type: 'reader.changePages'; change: Partial<PageLook> }
  | { type: 'reader.showThumbnail'; page: number; into: HTMLElement }
  | { type: 'reader.search'; query: string }
  | { type: 'reader.followLink'; url: string }
  | { type: 'reader.showFootnote'; footnote: Footnote }
  | { type: 'reader.closeFootnote' }
  | { type: 'reader.showPicture'; picture: Picture }
  | { type: 'reader.closePicture' }
  | { type: 'reader.followPlace' }
  | { type: 'reader.undoPlace' }
  | { type: 'reader.dismissPlace' }
  | { type: 'document.left' }
  | PlaceReport
  | MarksParentEvent
  | FileReport
  | BookReport
  | AddressLeft
  | ModalClosed<'confirm'>;

export interface ReaderContext extends Omit<ReaderInput, 'known'> {
  readonly item: LibraryItemExpanded | null;
  readonly file: BookFile | null;
  readonly surface: HTMLElement | null;
  readonly bytes: { readonly loaded: number; readonly total: number | null } | null;
  readonly blob: Blob | null;
  readonly own: ReadingPlace | null;
  readonly contents: readonly ContentsEntry[];
  readonly chapters: readonly ChapterStart[];
  readonly printedPages: readonly PrintedPage[];
  readonly direction: Direction;
  readonly canSearch: boolean;
  readonly canMark: boolean;
  readonly canReadAloud: boolean;
  readonly place: Place | null;
  readonly settings: EreaderSettings;
  readonly isOwn: boolean;
  readonly pages: PageLook | null;
  readonly gestures: Gestures;
  /** Percent during a pinch. */
  readonly pinched: number | null;
  readonly hasMarkOpen: boolean;
  readonly query: string;
  readonly matches: readonly Match[] | null;
  readonly report: Omit<PlaceReport, 'type'> | null;
  /** Places that jumps left, the latest at the end. */
  readonly jumps: readonly Place[];
  /** Where the scrubber was moved to, until the book is elsewhere: share 0..1. */
  readonly scrub: number | null;
  /** The page or share to go to. */
  readonly typed: string;
  readonly link: string | null;
  readonly footnote: Footnote | null;
  readonly picture: Picture | null;
  readonly error: AppError | null;
  readonly fault: ReaderFault | null;
  /** Of a book that is locked by one. */
  readonly password: string;
}

/** `missing`: no such ebook; `unknown`: unsupported format. */
export type ReaderFault = BookFault | 'missing' | 'unknown';

/** Null where only chapters have pages. */
export function bookPagesOf({ pages, place }: Pick<ReaderContext, 'pages' | 'place'>): number | null {
  return pages && (place?.pages ?? 1);
}

/** Names the file, and the item unless the page is its own. */
export function addressOf({ itemId, ino }: Pick<ReaderInput, 'itemId' | 'ino'>, system: System): AddressHold['query'] {
  const read = ino ?? 'main';
  const isOfPage = getPorts(system).navigation.current().pathname === `/item/${itemId}`;
  return isOfPage ? { read } : { read, of: itemId };
}

/** While no book is open. */
export const NO_BOOK = {
  contents: [],
  chapters: [],
  printedPages: [],
  place: null,
  pinched: null,
  hasMarkOpen: false,
  query: '',
  matches: null,
  report: null,
  jumps: [],
  scrub: null,
  typed: '',
  link: null,
  footnote: null,
  picture: null,
  error: null,
  fault: null,
} as const satisfies Partial<ReaderContext>;

export function firstContext({ itemId, ino, known = null }: ReaderInput, system: System): ReaderContext {
  return {
    ...NO_BOOK,
    itemId,
    ino,
    item: known,
    file: null,
    surface: null,
    bytes: null,
    blob: null,
    own: null,
    direction: 'ltr',
    canSearch: false,
    canMark: false,
    canReadAloud: false,
    settings: getPorts(system).storage.read(EREADER_SETTINGS) ?? defaultEreaderSettings,
    isOwn: false,
    pages: null,
    gestures: NO_GESTURES,
    password: '',
  };
}

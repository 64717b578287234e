import type { ReadingPlace } from '../../schemas/reading-places.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { defaultEreaderSettings, type EreaderSettings } from '../../schemas/ereader-settings.ts';
import type { BookFault, ContentsEntry, Match, PageLook, Place, Press } from '../../services/reader/engine.ts';
import { getPorts, type System } from '../app/ports.ts';
import type { AddressHold, AddressLeft } from '../modals/address.actor.ts';
import type { ModalClosed } from '../modals/modals.protocol.ts';
import type { FileReport } from './book-file.actor.ts';
import { EREADER_SETTINGS } from './book-look.logic.ts';
import type { BookFile } from './formats.logic.ts';
import type { BookReport } from './open-book.actor.ts';
import type { MarksParentEvent } from './marks.setup.ts';
import type { PlaceTold } from './place-keeper.actor.ts';
import type { ReaderInput } from './reader.protocol.ts';
import { NO_GESTURES, type Direction, type Gestures, type Turn } from './turn.logic.ts';

export type ReaderEvent =
  /** The place to draw in is there. */
  | { type: 'reader.attach'; surface: HTMLElement }
  | { type: 'reader.dismiss' }
  /** Closes one thing: the panel, else the reader. */
  | { type: 'reader.escape' }
  | { type: 'reader.retry' }
  | { type: 'reader.download' }
  | { type: 'reader.turn'; turn: Turn }
  /** A key on the reader outside of the book's own frame. */
  | { type: 'reader.press'; press: Press }
  | { type: 'reader.go'; target: string }
  | { type: 'reader.toggleContents' }
  | { type: 'reader.toggleSettings' }
  | { type: 'reader.toggleMarks' }
  /** Of the page in view: it gets one, or loses it. */
  | { type: 'reader.toggleBookmark' }
  | { type: 'reader.toggleBars' }
  | { type: 'reader.change'; change: Partial<EreaderSettings> }
  /** From now on this book looks in its own way, or as all books on this device. */
  | { type: 'reader.keepFor'; scope: 'all' | 'book' }
  /** Of books with fixed pages. */
  | { type: 'reader.changePages'; change: Partial<PageLook> }
  /** Of books with fixed pages: draws a page into an element. */
  | { type: 'reader.showThumbnail'; page: number; into: HTMLElement }
  | { type: 'reader.search'; query: string }
  | { type: 'reader.followLink'; url: string }
  /** Goes to the newer place of another device. */
  | { type: 'reader.followPlace' }
  /** Back to the page that was in view before. */
  | { type: 'reader.undoPlace' }
  | { type: 'reader.dismissPlace' }
  | { type: 'document.left' }
  | PlaceTold
  | MarksParentEvent
  | FileReport
  | BookReport
  | AddressLeft
  | ModalClosed<'confirm'>;

export interface ReaderContext extends Omit<ReaderInput, 'known'> {
  readonly item: LibraryItemExpanded | null;
  readonly file: BookFile | null;
  readonly surface: HTMLElement | null;
  /** Bytes of the file so far; null before the first. */
  readonly bytes: { readonly loaded: number; readonly total: number | null } | null;
  readonly blob: Blob | null;
  /** Where this browser last was in the file. */
  readonly own: ReadingPlace | null;
  readonly contents: readonly ContentsEntry[];
  readonly direction: Direction;
  readonly canSearch: boolean;
  /** Whether its text can be highlighted. */
  readonly canMark: boolean;
  readonly place: Place | null;
  readonly settings: EreaderSettings;
  /** Whether settings and pages are this book's own. */
  readonly isOwn: boolean;
  /** How fixed pages look; null: the book has none. */
  readonly pages: PageLook | null;
  readonly gestures: Gestures;
  /** How large text or pages are about to be, in percent, while two fingers say so; else null. */
  readonly pinched: number | null;
  /** Whether the menu or the note of a mark is open. */
  readonly hasMarkOpen: boolean;
  readonly query: string;
  /** Null: nothing is searched for, or it is not found yet. */
  readonly matches: readonly Match[] | null;
  /** The newest place that another device told while the book is open. */
  readonly told: Omit<PlaceTold, 'type'> | null;
  /** Where one was before going there. */
  readonly left: string | null;
  /** The link out of the book that is asked about. */
  readonly link: string | null;
  readonly error: AppError | null;
  readonly fault: ReaderFault | null;
}

/** `missing`: the item has no such ebook; `unknown`: nothing reads its format (EBK-012). */
export type ReaderFault = BookFault | 'missing' | 'unknown';

/** How the address names the reader: by the file, and by the item where the page is not the item's own. */
export function addressOf({ itemId, ino }: Pick<ReaderInput, 'itemId' | 'ino'>, system: System): AddressHold['query'] {
  const read = ino ?? 'main';
  const isOfPage = getPorts(system).navigation.current().pathname === `/item/${itemId}`;
  return isOfPage ? { read } : { read, of: itemId };
}

export function firstContext({ itemId, ino, known = null }: ReaderInput, system: System): ReaderContext {
  return {
    itemId,
    ino,
    item: known,
    file: null,
    surface: null,
    bytes: null,
    blob: null,
    own: null,
    contents: [],
    direction: 'ltr',
    canSearch: false,
    canMark: false,
    place: null,
    settings: getPorts(system).storage.read(EREADER_SETTINGS) ?? defaultEreaderSettings,
    isOwn: false,
    pages: null,
    gestures: NO_GESTURES,
    pinched: null,
    hasMarkOpen: false,
    query: '',
    matches: null,
    told: null,
    left: null,
    link: null,
    error: null,
    fault: null,
  };
}

import { assign, enqueueActions, sendTo, setup, fromPromise } from 'xstate';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { ReadingPlace, EreaderSettings } from '../../schemas/reading.ts';
import { getItem } from '../../services/endpoints/items.ts';
import type {
  BookFault,
  ChapterStart,
  Footnote,
  Match,
  PageLook,
  Picture,
  Place,
  Press,
} from '../../services/reader/engine.ts';
import { createUrls } from '../../services/urls.ts';
import { callEndpoint, getPorts } from '../kit/ports.ts';
import { named } from '../kit/system.ts';
import { requestToken } from '../kit/token.ts';
import { keepError, type Failure } from '../kit/failure.logic.ts';
import { holdAddress, type AddressHold } from '../kit/address.actor.ts';
import type { ReaderInput, ReaderOutput } from '../app/modals/modal-inputs.protocol.ts';
import type { ModalClosed, ModalsEvent } from '../app/modals/modals.protocol.ts';
import { documentEnd } from '../playback/progress/document-end.actor.ts';
import { aloudMachine, type AloudEvent } from './aloud.machine.ts';
import { bookFile } from './book-file.actor.ts';
import { keepLook, lookFor, scopedLook } from './book-look.logic.ts';
import { companionMachine, type CompanionEvent } from './companion.machine.ts';
import { bookFileOf, engineOf } from './formats.logic.ts';
import { marksMachine } from './marks.machine.ts';
import type { MarksEvent } from './marks.setup.ts';
import { openBook, type BookCommand, type BookReport } from './open-book.actor.ts';
import { pageChangeOfKey, pageOfKey, zoomOfPinch } from './pages.logic.ts';
import { pictureViewMachine } from './picture-view.machine.ts';
import { placeKeeper, type KeeperCommand } from './place-keeper.actor.ts';
import { addressOf, bookPagesOf, NO_BOOK, type ReaderContext, type ReaderEvent } from './reader.context.ts';
import { typedTarget } from './scrubber.logic.ts';
import { lookOf, scaleOfPinch, withChange } from './settings.logic.ts';
import { turnOfKey, turnOfSwipe, turnOfTap, turnOfWheel, type Turn } from './turn.logic.ts';

type Moved = Pick<Extract<BookReport, { type: 'book.moved' }>, 'place' | 'isJump'>;

interface SaveFileInput {
  readonly itemId: string;
  readonly ino: string | null;
  readonly name: string;
  readonly blob: Blob | null;
}

const saveFile = fromPromise<void, SaveFileInput>(async ({ input, system }) => {
  const { baseUrl, page, readers } = getPorts(system);
  const { itemId, ino, name, blob } = input;
  if (blob) page.download(readers.urlOf(blob), name);
  else page.download(createUrls(baseUrl).ebook(itemId, ino, await requestToken(system)), name);
});

const typedTargetOf = (context: ReaderContext) =>
  typedTarget(context.typed, bookPagesOf(context), context.printedPages);

/** In ms on a page before its place is saved: leafing saves nothing. */
const SAVE_MS = 1000;
const UNDO_MS = 10_000;
/** In ms on a page before another jump returns to it. */
const STAY_MS = 500;
const JUMPS_KEPT = 20;
/** Shorter queries find too much. */
const SHORTEST_QUERY = 2;

export const readerSetup = setup({
  types: {
    input: {} as ReaderInput,
    context: {} as ReaderContext,
    events: {} as ReaderEvent,
    output: {} as ReaderOutput,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      address: 'address';
      fetchItem: 'fetchItem';
      bookFile: 'bookFile';
      book: 'openBook';
      keeper: 'placeKeeper';
      companion: 'companion';
      marks: 'marks';
      aloud: 'aloud';
      pictureView: 'pictureView';
      documentEnd: 'documentEnd';
      saveFile: 'saveFile';
    },
  },
  actors: {
    address: holdAddress,
    fetchItem: callEndpoint(getItem),
    bookFile,
    openBook,
    placeKeeper,
    companion: companionMachine,
    marks: marksMachine,
    aloud: aloudMachine,
    pictureView: pictureViewMachine,
    documentEnd,
    saveFile,
  },
  delays: { saveTime: SAVE_MS, undoTime: UNDO_MS, stayTime: STAY_MS },
  guards: {
    hasPages: ({ context }) => context.pages !== null,
    hasMarkOpen: ({ context }) => context.hasMarkOpen,
    isLocked: ({ context: { fault } }) => fault === 'locked' || fault === 'wrongPassword',
    hasItem: ({ context }) => context.item !== null,
    hasSurface: ({ context }) => context.surface !== null,
    isReadable: ({ context }) => context.file !== null && engineOf(context.file.format) !== null,
    hasJumps: ({ context }) => context.jumps.length > 0,
    hasJumped: ({ context }, { place, isJump }: Moved) => isJump && place.location !== context.place?.location,
    /** Back from one jump, and not from the first. */
    hasJumpedAmongJumps: ({ context: { jumps, place: before } }, { place, isJump }: Moved) =>
      isJump && place.location !== before?.location && jumps.length > 0,
    isElsewhere: ({ context }, { location }: { location: string }) => location !== context.place?.location,
    isPlaceTyped: ({ context }) => typedTargetOf(context) !== null,
    isReported: ({ context: { report, place } }) => report !== null && report.location !== place?.location,
    isWanted: ({ context }, params: { query: string }) => params.query === context.query.trim(),
    isAccepted: (_, params: ModalClosed<'confirm'>) => params.output?.accepted === true,
  },
  actions: {
    keepSurface: assign((_, { surface }: { surface: HTMLElement }) => ({ surface })),
    keepItem: assign(({ context, system }, { item }: { item: LibraryItemExpanded }) => {
      const file = bookFileOf(item, context.ino);
      const look = file && lookFor(getPorts(system).storage, { ...file, itemId: context.itemId });
      return { ...look, item, file, fault: file === null ? ('missing' as const) : ('unknown' as const) };
    }),
    forgetFile: assign({ bytes: null, blob: null, own: null, password: '' }),
    forgetBook: assign(NO_BOOK),
    /** Failures are ignored: opening loads the code again. */
    readEngineAhead: ({ context, system }) => {
      const engine = context.file && engineOf(context.file.format);
      if (engine)
        getPorts(system)
          .readers.load(engine)
          .catch(() => undefined);
    },
    keepBytes: assign((_, { loaded, total }: { loaded: number; total: number | null }) => ({
      bytes: { loaded, total },
    })),
    keepFile: assign((_, { file, own }: { file: Blob; own: ReadingPlace | null }) => ({ blob: file, own })),
    keepBook: assign(
      (
        { system },
        { contents, printedPages, direction, ...can }: Omit<Extract<BookReport, { type: 'book.opened' }>, 'type'>,
      ) => ({
        contents,
        printedPages,
        direction,
        canSearch: can.canSearch,
        canMark: can.canMark,
        canReadAloud: can.canReadAloud && (can.isNarrated || getPorts(system).capabilities.speaks),
      }),
    ),
    keepChapters: assign((_, { chapters }: { chapters: readonly ChapterStart[] }) => ({ chapters })),
    keepPlace: assign(({ context }, { place }: { place: Place }) => ({
      place,
      scrub: place.location === context.place?.location ? context.scrub : null,
    })),
    rememberFailure: assign((_, params: { error: AppError; fault: BookFault | null }) => params),
    rememberCause: assign(keepError),
    keepPassword: assign((_, { password }: { password: string }) => ({ password })),
    note: sendTo('keeper', (_, { place }: { place: Place }): KeeperCommand => ({ type: 'keeper.note', place })),
    notifyCompanion: sendTo('companion', (_, { place, isJump }: Moved): CompanionEvent => ({
      type: 'companion.moved',
      place,
      isJump,
    })),
    save: sendTo('keeper', { type: 'keeper.save' } satisfies KeeperCommand),
    askBook: sendTo('book', (_, { command }: { command: BookCommand }) => command),
    notifyMarks: sendTo('marks', (_, { event }: { event: MarksEvent }) => event),
    notifyAloud: sendTo('aloud', (_, { event }: { event: AloudEvent }) => event),
    keepMarkOpen: assign((_, { isOpen }: { isOpen: boolean }) => ({ hasMarkOpen: isOpen })),
    closeMark: sendTo('marks', { type: 'marks.dismiss' } satisfies MarksEvent),
    toggleBookmark: enqueueActions(({ context: { place }, enqueue }) => {
      if (place) enqueue.sendTo('marks', { type: 'marks.toggleBookmark', place } satisfies MarksEvent);
    }),
    turn: sendTo('book', (_, { turn }: { turn: Turn }): BookCommand => ({ type: 'book.turn', turn })),
    go: sendTo('book', (_, { target }: { target: string }): BookCommand => ({ type: 'book.go', target })),
    change: enqueueActions(({ context, enqueue }, { change }: { change: Partial<EreaderSettings> }) => {
      const settings = withChange(context.settings, change);
      enqueue.assign({ settings });
      enqueue.sendTo('book', { type: 'book.show', look: lookOf(settings, context.pages) } satisfies BookCommand);
    }),
    changePages: enqueueActions(({ context, enqueue }, { change }: { change: Partial<PageLook> }) => {
      if (!context.pages) return;
      const pages = { ...context.pages, ...change };
      enqueue.assign({ pages, direction: pages.direction ?? context.direction });
      enqueue.sendTo('book', { type: 'book.show', look: lookOf(context.settings, pages) } satisfies BookCommand);
    }),
    storeLook: ({ context, system }) => {
      const { itemId, file } = context;
      if (file) keepLook(getPorts(system).storage, { ...file, itemId }, context);
    },
    keepFor: enqueueActions(({ context, system, enqueue }, { scope }: { scope: 'all' | 'book' }) => {
      const { itemId, file } = context;
      const next = file && scopedLook(getPorts(system).storage, { ...file, itemId }, context, scope);
      if (!next) return;
      enqueue.assign(next);
      const show: BookCommand = { type: 'book.show', look: lookOf(next.settings, next.pages) };
      if (!next.isOwn) enqueue.sendTo('book', show);
    }),
    act: enqueueActions(({ context, enqueue }, { press }: { press: Press }) => {
      const { direction, gestures } = context;
      const turn = (to: Turn | null) => {
        if (to !== null) enqueue.raise({ type: 'reader.turn', turn: to });
      };
      const actOnPages = (key: string) => {
        const change = context.pages && pageChangeOfKey(key, context.pages);
        const target = context.pages && pageOfKey(key, context.place?.pages ?? 1);
        if (change) enqueue.raise({ type: 'reader.changePages', change });
        if (target !== null) enqueue.sendTo('book', { type: 'book.go', target } satisfies BookCommand);
        return change !== null || target !== null;
      };
      switch (press.kind) {
        case 'key':
          if (press.key === 'Escape') enqueue.raise({ type: 'reader.escape' });
          else if (press.key === 'BrowserBack')
            enqueue.raise({ type: context.jumps.length > 0 ? 'reader.goBack' : 'reader.escape' });
          else if (press.key === 'b') enqueue.raise({ type: 'reader.toggleBookmark' });
          else if (press.key === 'h') enqueue.sendTo('book', { type: 'book.selectFirst' } satisfies BookCommand);
          else if (press.key === 'a' && context.canReadAloud)
            enqueue.sendTo('aloud', { type: 'aloud.toggle' } satisfies AloudEvent);
          else if (press.key === 'Enter') enqueue.sendTo('marks', { type: 'marks.focus' } satisfies MarksEvent);
          else if (!actOnPages(press.key)) turn(turnOfKey(press.key, press.shift, direction));
          break;
        case 'tap': {
          const to = turnOfTap(press.x, direction);
          if (context.footnote) enqueue.raise({ type: 'reader.closeFootnote' });
          else if (to === null) enqueue.raise({ type: 'reader.toggleBars' });
          else turn(to);
          break;
        }
        case 'swipe':
          turn(turnOfSwipe(press, gestures, direction));
          enqueue.assign({ gestures: { ...gestures, touchAt: press.at } });
          break;
        case 'wheel': {
          const to = turnOfWheel(press, gestures);
          turn(to);
          const wheelTurnAt = to === null ? gestures.wheelTurnAt : press.at;
          enqueue.assign({ gestures: { ...gestures, wheelAt: press.at, wheelTurnAt } });
          break;
        }
        case 'pinch': {
          const { pages, settings } = context;
          const size = pages ? zoomOfPinch(press.factor, pages) : scaleOfPinch(press.factor, settings);
          enqueue.assign({ pinched: press.isOver ? null : size });
          if (!press.isOver) break;
          if (pages) enqueue.raise({ type: 'reader.changePages', change: { zoom: size } });
          else enqueue.raise({ type: 'reader.change', change: { fontScale: size } });
          break;
        }
        case 'jump':
          enqueue.raise({ type: 'reader.go', target: press.target });
          break;
        case 'footnote':
          enqueue.raise({ type: 'reader.showFootnote', footnote: press });
          break;
        case 'picture': {
          const to = press.fillsPage ? turnOfTap(press.x, direction) : null;
          if (context.footnote) enqueue.raise({ type: 'reader.closeFootnote' });
          else if (to === null) enqueue.raise({ type: 'reader.showPicture', picture: press });
          else turn(to);
          break;
        }
        case 'link':
          enqueue.raise({ type: 'reader.followLink', url: press.url });
      }
    }),
    showThumbnail: sendTo('book', (_, params: { page: number; into: HTMLElement }): BookCommand => ({
      ...params,
      type: 'book.showThumbnail',
    })),
    search: enqueueActions(({ enqueue }, { query }: { query: string }) => {
      enqueue.assign({ query, matches: null });
      const wanted = query.trim();
      const command: BookCommand =
        wanted.length < SHORTEST_QUERY ? { type: 'book.endSearch' } : { type: 'book.search', query: wanted };
      enqueue.sendTo('book', command);
    }),
    keepMatches: assign((_, { matches }: { matches: readonly Match[] }) => ({ matches })),
    keepReport: assign((_, { location, share }: { location: string; share: number }) => ({
      report: { location, share },
    })),
    rememberJump: assign({
      jumps: ({ context: { jumps, place } }) => (place ? [...jumps.slice(1 - JUMPS_KEPT), place] : jumps),
    }),
    followPlace: sendTo('book', ({ context }): BookCommand => ({
      type: 'book.go',
      target: context.report?.location ?? '',
    })),
    goBack: enqueueActions(({ context: { jumps }, enqueue }) => {
      enqueue.sendTo('book', { type: 'book.go', target: jumps.at(-1)?.location ?? '' } satisfies BookCommand);
      enqueue.assign({ jumps: jumps.slice(0, -1) });
    }),
    scrub: assign((_, { share }: { share: number }) => ({ scrub: share })),
    forgetScrub: assign({ scrub: null }),
    keepTyped: assign((_, { text }: { text: string }) => ({ typed: text })),
    forgetTyped: assign({ typed: '' }),
    goTyped: sendTo('book', ({ context }): BookCommand => ({ type: 'book.go', target: typedTargetOf(context) ?? '' })),
    keepFootnote: assign((_, { footnote }: { footnote: Footnote }) => ({ footnote })),
    forgetFootnote: assign({ footnote: null }),
    keepPicture: assign((_, { picture }: { picture: Picture }) => ({ picture })),
    forgetPicture: assign({ picture: null }),
    rememberLink: assign((_, { url }: { url: string }) => ({ link: url })),
    forgetLink: assign({ link: null }),
    askLink: sendTo(named('modals'), ({ context, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'confirm',
      input: {
        type: 'yesNo',
        tone: 'primary',
        message: { key: 'ebook.confirmLink', values: { url: context.link ?? '' } },
        confirmLabel: { key: 'ebook.openLink' },
      },
      tag: 'link',
      replyTo: self,
    })),
    openLink: ({ context, system }) => {
      if (context.link !== null) getPorts(system).page.openTab(context.link);
    },
    nameAddress: sendTo('address', ({ context, system }): AddressHold => ({
      type: 'address.hold',
      query: addressOf(context, system),
    })),
    notifySaveFailure: sendTo(named('toasts'), (_, { cause }: Failure) => ({
      type: 'toasts.show' as const,
      kind: 'error' as const,
      message: { key: 'ebook.downloadFailed' },
      error: toAppError(cause),
    })),
  },
});

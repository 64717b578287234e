import { fromCallback } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import {
  BookException,
  type BookFault,
  type ChapterStart,
  type ContentsEntry,
  type EngineName,
  type Look,
  type Match,
  type PageMark,
  type Place,
  type Press,
  type PrintedPage,
  type ReaderEngine,
  type Sentence,
  type Spoken,
  type Spot,
  type TextSelection,
} from '../../services/reader/engine.ts';
import { getPorts } from '../kit/ports.ts';
import type { Direction, Turn } from './turn.logic.ts';

export interface OpenBookInput {
  readonly engine: EngineName;
  readonly file: Blob;
  readonly surface: HTMLElement;
  readonly location: string | null;
  readonly look: Look;
  readonly password: string;
}

export type BookCommand =
  | { type: 'book.turn'; turn: Turn }
  | { type: 'book.go'; target: string }
  | { type: 'book.show'; look: Look }
  | { type: 'book.search'; query: string }
  | { type: 'book.endSearch' }
  /** Replaces the drawn marks. */
  | { type: 'book.mark'; marks: readonly PageMark[] }
  | { type: 'book.deselect' }
  /** The first visible word, for keyboard use. */
  | { type: 'book.selectFirst' }
  | { type: 'book.followLink' }
  /** Sentences from the page in view on, or those after the last ones. */
  | { type: 'book.readAloud'; from: 'view' | 'next' }
  /** Highlights what the voice reads, and turns to it; null: nothing. */
  | { type: 'book.followVoice'; spoken: Spoken | null }
  | { type: 'book.showThumbnail'; page: number; into: HTMLElement };

export type BookReport =
  | {
      type: 'book.opened';
      contents: readonly ContentsEntry[];
      printedPages: readonly PrintedPage[];
      direction: Direction;
      canSearch: boolean;
      canMark: boolean;
      canReadAloud: boolean;
      isNarrated: boolean;
    }
  | { type: 'book.listed'; chapters: readonly ChapterStart[] }
  /** `fault`: null unless the file is broken. */
  | { type: 'book.failed'; error: AppError; fault: BookFault | null }
  /** `isJump`: by `book.go`; otherwise by turning, scrolling or another look. */
  | { type: 'book.moved'; place: Place; isJump: boolean }
  | { type: 'book.pressed'; press: Press }
  | { type: 'book.found'; query: string; matches: readonly Match[] }
  | { type: 'book.selected'; selection: TextSelection | null }
  | ({ type: 'book.marked'; id: string; isInLink: boolean } & Spot)
  | { type: 'book.viewed'; ids: readonly string[] }
  /** Empty at the end of the book. */
  | { type: 'book.sentencesFound'; sentences: readonly Sentence[] }
  /** The page was turned away from what the voice reads. */
  | { type: 'book.voiceHidden' };

/** Runs the commands of an engine one after the other, once it is open. */
function createRunner(engine: () => ReaderEngine | null) {
  let last: Promise<unknown> = Promise.resolve();
  let isJumping = false;
  let isFollowing = false;
  const run = (work: (engine: ReaderEngine) => Promise<unknown>) => {
    last = last.then(async () => {
      const opened = engine();
      if (!opened) return;
      try {
        await work(opened);
      } catch (cause) {
        if (engine()) console.info('A book cannot go there', cause);
      }
    });
  };
  /** Of those that wait, only the latest runs. */
  const latest = <Value>(work: (engine: ReaderEngine, value: Value) => Promise<unknown>) => {
    let next: { readonly value: Value } | null = null;
    return (value: Value) => {
      if (next === null)
        run((opened) => {
          const wanted = next?.value ?? value;
          next = null;
          return work(opened, wanted);
        });
      next = { value };
    };
  };
  return {
    run,
    isJumping: () => isJumping,
    isFollowing: () => isFollowing,
    go: latest<string>(async (opened, target) => {
      isJumping = true;
      await opened.go(target).finally(() => (isJumping = false));
    }),
    show: latest<Look>((opened, look) => opened.show(look)),
    follow: latest<Spoken | null>(async (opened, spoken) => {
      isFollowing = true;
      await opened.aloud?.follow(spoken).finally(() => (isFollowing = false));
    }),
  };
}

/** One search at a time. */
function createSearch(report: (event: BookReport) => void) {
  let searching = new AbortController();
  return {
    begin(engine: ReaderEngine | null, query: string) {
      searching.abort();
      const { signal } = (searching = new AbortController());
      engine?.search?.(query, signal).then(
        (matches) => {
          if (!signal.aborted) report({ type: 'book.found', query, matches });
        },
        (cause: unknown) => {
          console.info('A book cannot be searched', cause);
          if (!signal.aborted) report({ type: 'book.found', query, matches: [] });
        },
      );
    },
    end: () => searching.abort(),
  };
}

const failureOf = (cause: unknown): BookReport => ({
  type: 'book.failed',
  error: toAppError(cause),
  fault: cause instanceof BookException ? cause.fault : null,
});

const openedAs = ({ contents, printedPages = [], direction, search, marking, aloud }: ReaderEngine): BookReport => ({
  type: 'book.opened',
  contents,
  printedPages,
  direction,
  canSearch: search !== null,
  canMark: marking !== null,
  canReadAloud: aloud !== null,
  isNarrated: aloud?.isNarrated ?? false,
});

/** Keeps a book open in its engine; runs its commands one after the other. */
export const openBook = fromCallback<BookCommand, OpenBookInput>(({ input, receive, sendBack, system }) => {
  const { readers } = getPorts(system);
  let isOver = false;
  let opened: ReaderEngine | null = null;
  let marks: readonly PageMark[] = [];
  let viewed: readonly string[] = [];
  let isVoiceShown = false;
  let location = '';
  const report = (event: BookReport) => {
    if (!isOver) sendBack(event);
  };
  const view = () => {
    const ids = marks.filter(({ target }) => opened?.isInView(target)).map(({ id }) => id);
    if (ids.join() === viewed.join()) return;
    viewed = ids;
    report({ type: 'book.viewed', ids });
  };
  const runner = createRunner(() => (isOver ? null : opened));
  const search = createSearch(report);
  const open = async () => {
    const start = await readers.load(input.engine);
    const engine = await start(input.file, {
      surface: input.surface,
      location: input.location,
      look: input.look,
      password: input.password,
      onMoved(place) {
        report({ type: 'book.moved', place, isJump: runner.isJumping() });
        view();
        // Another look or size of the page keeps the location: the voice leads there.
        const isElsewhere = place.location !== location;
        location = place.location;
        if (isElsewhere && isVoiceShown && !runner.isFollowing() && !opened?.aloud?.isInView()) {
          isVoiceShown = false;
          report({ type: 'book.voiceHidden' });
        }
      },
      onPressed: (press) => report({ type: 'book.pressed', press }),
      onSelected: (selection) => report({ type: 'book.selected', selection }),
      onMarkPressed: (id, spot, isInLink) => report({ type: 'book.marked', id, ...spot, isInLink }),
    });
    // Closing a book that is still opening would never finish.
    if (isOver) return engine.close();
    opened = engine;
    report(openedAs(engine));
    void engine.chapters?.then((chapters) => report({ type: 'book.listed', chapters }));
    if (marks.length > 0) engine.marking?.mark(marks);
    view();
  };
  open().catch((cause: unknown) => {
    if (!isOver) console.info('A book does not open', cause);
    report(failureOf(cause));
  });
  receive((command) => {
    switch (command.type) {
      case 'book.turn':
        return runner.run((engine) => (command.turn === 'next' ? engine.next() : engine.previous()));
      case 'book.go':
        return runner.go(command.target);
      case 'book.show':
        return runner.show(command.look);
      case 'book.mark':
        if (marks.length === 0 && command.marks.length === 0) return;
        marks = command.marks;
        opened?.marking?.mark(marks);
        return view();
      case 'book.deselect':
        return opened?.marking?.deselect();
      case 'book.selectFirst':
        return opened?.marking?.selectFirst();
      case 'book.followLink':
        return opened?.marking?.followLink();
      case 'book.endSearch':
        return search.end();
      case 'book.showThumbnail':
        return opened?.thumbnails?.show(command.page, command.into);
      case 'book.readAloud':
        isVoiceShown = false;
        return runner.run(async (engine) => {
          const sentences = await engine.aloud?.read(command.from).catch(() => []);
          report({ type: 'book.sentencesFound', sentences: sentences ?? [] });
        });
      case 'book.followVoice':
        isVoiceShown = command.spoken !== null;
        return runner.follow(command.spoken);
      case 'book.search':
        return search.begin(opened, command.query);
    }
  });
  return () => {
    isOver = true;
    search.end();
    opened?.close();
  };
});

import { fromCallback } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import {
  BookException,
  type BookFault,
  type ContentsEntry,
  type EngineName,
  type Look,
  type Match,
  type PageMark,
  type Place,
  type Press,
  type ReaderEngine,
  type TextSelection,
} from '../../services/reader/engine.ts';
import { getPorts } from '../app/ports.ts';
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
  | { type: 'book.showThumbnail'; page: number; into: HTMLElement };

export type BookReport =
  | {
      type: 'book.opened';
      contents: readonly ContentsEntry[];
      direction: Direction;
      canSearch: boolean;
      canMark: boolean;
    }
  /** `fault`: null unless the file is broken. */
  | { type: 'book.failed'; error: AppError; fault: BookFault | null }
  | { type: 'book.moved'; place: Place }
  | { type: 'book.pressed'; press: Press }
  | { type: 'book.found'; query: string; matches: readonly Match[] }
  | { type: 'book.selected'; selection: TextSelection | null }
  | { type: 'book.marked'; id: string; isLow: boolean; isInLink: boolean }
  | { type: 'book.viewed'; ids: readonly string[] };

/** Keeps a book open in its engine; runs its commands one after the other. */
export const openBook = fromCallback<BookCommand, OpenBookInput>(({ input, receive, sendBack, system }) => {
  const { readers } = getPorts(system);
  let isOver = false;
  let opened: ReaderEngine | null = null;
  let searching = new AbortController();
  /** While a look is being applied, only the latest waits. */
  let nextLook: Look | null = null;
  let nextTarget: string | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let marks: readonly PageMark[] = [];
  let viewed: readonly string[] = [];
  const report = (event: BookReport) => {
    if (!isOver) sendBack(event);
  };
  const view = () => {
    const ids = marks.filter(({ target }) => opened?.isInView(target)).map(({ id }) => id);
    if (ids.join() === viewed.join()) return;
    viewed = ids;
    report({ type: 'book.viewed', ids });
  };
  const run = (work: (engine: ReaderEngine) => Promise<unknown>) => {
    last = last.then(async () => {
      if (isOver || !opened) return;
      try {
        await work(opened);
      } catch (cause) {
        if (!isOver) console.info('A book cannot go there', cause);
      }
    });
  };
  const open = async () => {
    const start = await readers.load(input.engine);
    const engine = await start(input.file, {
      surface: input.surface,
      location: input.location,
      look: input.look,
      password: input.password,
      onMoved(place) {
        report({ type: 'book.moved', place });
        view();
      },
      onPressed: (press) => report({ type: 'book.pressed', press }),
      onSelected: (selection) => report({ type: 'book.selected', selection }),
      onMarkPressed: (id, isLow, isInLink) => report({ type: 'book.marked', id, isLow, isInLink }),
    });
    // Closing a book that is still opening would never finish.
    if (isOver) return engine.close();
    opened = engine;
    const { contents, direction } = engine;
    report({
      type: 'book.opened',
      contents,
      direction,
      canSearch: engine.search !== null,
      canMark: engine.marking !== null,
    });
    if (marks.length > 0) engine.marking?.mark(marks);
    view();
  };
  open().catch((cause: unknown) => {
    if (!isOver) console.info('A book does not open', cause);
    const fault = cause instanceof BookException ? cause.fault : null;
    report({ type: 'book.failed', error: toAppError(cause), fault });
  });
  receive((command) => {
    switch (command.type) {
      case 'book.turn':
        run((engine) => (command.turn === 'next' ? engine.next() : engine.previous()));
        break;
      case 'book.go':
        if (nextTarget === null)
          run((engine) => {
            const target = nextTarget ?? command.target;
            nextTarget = null;
            return engine.go(target);
          });
        nextTarget = command.target;
        break;
      case 'book.show':
        if (nextLook === null)
          run((engine) => {
            const look = nextLook ?? command.look;
            nextLook = null;
            return engine.show(look);
          });
        nextLook = command.look;
        break;
      case 'book.mark':
        if (marks.length === 0 && command.marks.length === 0) break;
        marks = command.marks;
        opened?.marking?.mark(marks);
        view();
        break;
      case 'book.deselect':
        opened?.marking?.deselect();
        break;
      case 'book.selectFirst':
        opened?.marking?.selectFirst();
        break;
      case 'book.followLink':
        opened?.marking?.followLink();
        break;
      case 'book.endSearch':
        searching.abort();
        break;
      case 'book.showThumbnail':
        opened?.thumbnails?.show(command.page, command.into);
        break;
      case 'book.search': {
        searching.abort();
        const { signal } = (searching = new AbortController());
        opened?.search?.(command.query, signal).then(
          (matches) => {
            if (!signal.aborted) report({ type: 'book.found', query: command.query, matches });
          },
          (cause: unknown) => {
            console.info('A book cannot be searched', cause);
            if (!signal.aborted) report({ type: 'book.found', query: command.query, matches: [] });
          },
        );
        break;
      }
    }
  });
  return () => {
    isOver = true;
    searching.abort();
    opened?.close();
  };
});

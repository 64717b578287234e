import { fromCallback } from 'xstate';
import type { Mark, MarksFile } from '../../schemas/marks.ts';
import { MarksException, type MarkChange, type MarksFault } from '../../services/marks-store.ts';
import { getPorts } from '../app/ports.ts';
import { getUserId } from '../app/system.ts';
import { MarksFileException, readMarksFile, type MarksFileFault } from './marks-file.logic.ts';
import { isOfFile, withChanges, type MarksInput } from './marks.logic.ts';

export type MarksCommand =
  | { type: 'keeper.write'; changes: readonly MarkChange[] }
  /** What was not kept, once more. */
  | { type: 'keeper.retry' }
  | { type: 'keeper.copy'; text: string }
  /** Reads a file of marks. */
  | { type: 'keeper.import'; file: Blob };

export type MarksReport =
  /** The marks of the book in its order, with what is not kept yet. */
  | { type: 'marks.told'; marks: readonly Mark[] }
  /** All of them are in the browser. */
  | { type: 'marks.kept' }
  /** What was made is only in this page. */
  | { type: 'marks.failed'; fault: MarksFault }
  | { type: 'marks.copied' }
  /** The browser does not copy. */
  | { type: 'marks.refused' }
  /** A file of this book has these. */
  | { type: 'marks.imported'; marks: MarksFile['marks'] }
  | { type: 'marks.rejected'; fault: MarksFileFault };

/**
 * Keeps the marks of a book in this browser. A change is told at once; it waits here until it is written, and is tried
 * again with the next one. What another tab changes is read, and does not undo what waits.
 */
export const marksKeeper = fromCallback<MarksCommand, MarksInput>(({ input, receive, sendBack, system }) => {
  const { readers } = getPorts(system);
  const userId = getUserId(system);
  let stored: readonly Mark[] = [];
  let waiting: readonly MarkChange[] = [];
  let hasRead = false;
  let isOver = false;
  let unsubscribe: (() => void) | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const report = (event: MarksReport) => {
    if (!isOver) sendBack(event);
  };
  const tell = () => report({ type: 'marks.told', marks: withChanges(stored, waiting) });

  async function read() {
    const store = await readers.marks();
    if (!isOver) unsubscribe ??= store.subscribe(() => run(read));
    stored = (await store.read(userId, input.itemId)).filter((mark) => isOfFile(mark, input));
    hasRead = true;
    tell();
  }

  /** What comes while it writes waits behind it. */
  async function write() {
    if (!hasRead) await read();
    const writing = waiting;
    if (writing.length === 0) return;
    await (await readers.marks()).write(writing);
    stored = withChanges(stored, writing);
    waiting = waiting.slice(writing.length);
  }

  function run(work: () => Promise<void>) {
    last = last.then(async () => {
      try {
        await work();
        if (waiting.length === 0) report({ type: 'marks.kept' });
      } catch (cause) {
        console.info('Marks cannot be kept', cause);
        report({ type: 'marks.failed', fault: cause instanceof MarksException ? cause.fault : 'blocked' });
      }
    });
  }

  receive((command) => {
    switch (command.type) {
      case 'keeper.write':
        waiting = [...waiting, ...command.changes];
        tell();
        run(write);
        break;
      case 'keeper.retry':
        run(write);
        break;
      case 'keeper.copy':
        readers
          .marks()
          .then((store) => store.copy(command.text))
          .then(
            () => report({ type: 'marks.copied' }),
            () => report({ type: 'marks.refused' }),
          );
        break;
      case 'keeper.import':
        readMarksFile(command.file, input).then(
          (marks) => report({ type: 'marks.imported', marks }),
          (cause: unknown) => {
            console.info('A file of marks cannot be read', cause);
            const fault = cause instanceof MarksFileException ? cause.fault : 'unreadable';
            report({ type: 'marks.rejected', fault });
          },
        );
        break;
    }
  });
  run(read);
  // What waits is written even so.
  return () => {
    isOver = true;
    unsubscribe?.();
  };
});

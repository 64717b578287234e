import { fromCallback } from 'xstate';
import { markChange, type Mark, type MarkChange, type MarksFile } from '../../schemas/marks.ts';
import { z } from '../../schemas/zod.ts';
import { MarksException, type MarksFault } from '../../services/marks-store.ts';
import { defineStored } from '../../services/storage.ts';
import { getPorts } from '../kit/ports.ts';
import { getUserId } from '../kit/system.ts';
import { MarksFileException, readMarksFile, type MarksFileFault } from './marks-file.logic.ts';
import { isOfFile, withChanges, type MarksInput } from './marks.logic.ts';

export type MarksCommand =
  | { type: 'keeper.write'; changes: readonly MarkChange[] }
  | { type: 'keeper.retry' }
  | { type: 'keeper.copy'; text: string }
  | { type: 'keeper.import'; file: Blob };

export type MarksReport =
  /** In order of the book, with unsaved ones. */
  | { type: 'marks.reported'; marks: readonly Mark[] }
  | { type: 'marks.kept' }
  | { type: 'marks.failed'; fault: MarksFault }
  | { type: 'marks.copied' }
  | { type: 'marks.refused' }
  | { type: 'marks.imported'; marks: MarksFile['marks'] }
  | { type: 'marks.rejected'; fault: MarksFileFault };

/** Changes that the database does not have yet, which may take longer than the page lives. */
export const unsavedMarksOf = (userId: string, { itemId, ino }: MarksInput) =>
  defineStored(`earmark.unsavedMarks.${userId}.${itemId}.${ino}`, z.array(markChange));

async function importFile(file: Blob, book: MarksInput): Promise<MarksReport> {
  try {
    return { type: 'marks.imported', marks: await readMarksFile(file, book) };
  } catch (cause) {
    console.info('A file of marks cannot be read', cause);
    return { type: 'marks.rejected', fault: cause instanceof MarksFileException ? cause.fault : 'unreadable' };
  }
}

/**
 * Keeps a book's marks in this browser. Unsaved changes survive the page and other tabs' changes, and retry with the
 * next one.
 */
export const marksKeeper = fromCallback<MarksCommand, MarksInput>(({ input, receive, sendBack, system }) => {
  const { readers, storage } = getPorts(system);
  const userId = getUserId(system);
  const unsaved = unsavedMarksOf(userId, input);
  let stored: readonly Mark[] = [];
  let waiting: readonly MarkChange[] = storage.read(unsaved) ?? [];
  let hasRead = false;
  let isOver = false;
  let unsubscribe: (() => void) | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const report = (event: MarksReport) => {
    if (!isOver) sendBack(event);
  };
  const notify = () => report({ type: 'marks.reported', marks: withChanges(stored, waiting) });

  function wait(changes: readonly MarkChange[]) {
    waiting = changes;
    if (changes.length > 0) storage.write(unsaved, [...changes]);
    else storage.remove(unsaved);
  }

  async function read() {
    const store = await readers.marks();
    if (!isOver) unsubscribe ??= store.subscribe(() => run(read));
    stored = (await store.read(userId, input.itemId)).filter((mark) => isOfFile(mark, input));
    hasRead = true;
    notify();
  }

  async function write() {
    if (!hasRead) await read();
    const writing = waiting;
    if (writing.length === 0) return;
    await (await readers.marks()).write(writing);
    stored = withChanges(stored, writing);
    wait(waiting.slice(writing.length));
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
        wait([...waiting, ...command.changes]);
        notify();
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
        void importFile(command.file, input).then(report);
        break;
    }
  });
  run(read);
  if (waiting.length > 0) run(write);
  return () => {
    isOver = true;
    unsubscribe?.();
  };
});

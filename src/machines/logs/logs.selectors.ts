import type { SnapshotFrom } from 'xstate';
import { rowsOf, type LogRow } from './logs.logic.ts';
import { shownLines, type logsMachine } from './logs.machine.ts';

type Snapshot = SnapshotFrom<typeof logsMachine>;

let last: { readonly of: readonly unknown[]; readonly rows: readonly LogRow[] } = { of: [], rows: [] };

export function selectLogRows({ context }: Snapshot): readonly LogRow[] {
  const of = [context.lines, context.term, context.levels, context.level];
  if (of.some((value, index) => value !== last.of[index])) last = { of, rows: rowsOf(shownLines(context)) };
  return last.rows;
}

export const selectLogSearch = ({ context }: Snapshot) => context.search;
export const selectLevels = ({ context }: Snapshot) => context.levels;
export const selectServerLevel = (snapshot: Snapshot) =>
  snapshot.matches({ shown: { work: 'saving' } }) ? snapshot.context.wanted : snapshot.context.level;
export const selectIsPaused = (snapshot: Snapshot) => snapshot.matches({ shown: { list: 'paused' } });
export const selectHeldCount = ({ context }: Snapshot) => context.held.length;
export const selectOpenLine = ({ context }: Snapshot) => context.openLine;
export const selectLogCopier = ({ context }: Snapshot) => context.copier;
export const selectIsFiltered = ({ context }: Snapshot) => context.term.trim() !== '' || context.levels.length > 0;

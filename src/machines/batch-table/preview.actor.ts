import { fromPromise } from 'xstate';
import { getPorts } from '../app/ports.ts';
import { markedOf, rowsOf, type Preview, type TableContext, type ToolFault } from './table.logic.ts';
import { folderRows, searchedOf, searchedTexts, splitRows, titleRows } from './tools.logic.ts';

export type PreviewMade =
  { readonly preview: Preview; readonly fault: null } | { readonly preview: null; readonly fault: ToolFault };

const of = (rows: Preview['rows'], unread = 0): PreviewMade => ({ preview: { rows, unread }, fault: null });
const faulty = (kind: ToolFault['kind'], detail = ''): PreviewMade => ({ preview: null, fault: { kind, detail } });

/** Searches in a worker; rejects when its code can't be loaded. */
export const makePreview = fromPromise<PreviewMade, TableContext>(async ({ input, system, signal }) => {
  const { tool, values, mediaType, columns } = input;
  const rows = rowsOf(input, values.marked ? markedOf(input) : undefined);
  switch (tool) {
    case 'split':
      return of(splitRows(rows, values));
    case 'titles':
      return of(titleRows(rows, values));
    case 'folder': {
      const read = folderRows(rows, values.pattern, mediaType);
      return read.isValid ? of(read.rows, read.unread) : faulty('badPattern');
    }
    case 'replace': {
      const { find, replacement, isPattern, matchesCase, column } = values;
      const { texts, changes } = searchedTexts(rows, searchedOf(columns, column));
      const call = { find, replacement, isPattern, matchesCase, texts };
      const answer = await getPorts(system).replacer.replace(call, signal);
      if (answer.kind === 'done') return of(changes(answer.texts));
      return faulty(answer.kind, answer.kind === 'invalid' ? answer.reason : '');
    }
    case null:
      return of([]);
  }
});

import { assign, sendParent, setup, type ActorRefFrom, fromPromise } from 'xstate';
import { by } from '../../kit/by.ts';
import { z } from '../../../schemas/zod.ts';
import { defineStored } from '../../../services/storage.ts';
import { getPorts } from '../../kit/ports.ts';
import { getUserId } from '../../kit/system.ts';
import type { DetailName } from '../item-edit/details.logic.ts';
import type { MediaType } from '../../kit/router/routes.ts';
import { FIRST_COLUMNS, type CellChange } from './cells.logic.ts';
import {
  clearedCells,
  fed,
  filledCells,
  filtered,
  mayType,
  movedTo,
  nextOf,
  NO_PREVIEW,
  pastedCells,
  sorted,
  tableOf,
  textAt,
  toggledColumn,
  toggledFlags,
  typedChange,
  type NextCell,
  type Place,
  type TableContext,
  type TableData,
  markedOf,
  rowsOf,
  type Preview,
  type ToolFault,
} from './table.logic.ts';
import {
  type ToolName,
  type ToolValues,
  folderRows,
  searchedOf,
  searchedTexts,
  splitRows,
  titleRows,
} from './tools.logic.ts';
import { columnWidthsOf, resized } from './widths.logic.ts';

export type PreviewMade =
  { readonly preview: Preview; readonly fault: null } | { readonly preview: null; readonly fault: ToolFault };

const of = (rows: Preview['rows'], unread = 0): PreviewMade => ({ preview: { rows, unread }, fault: null });
const faulty = (kind: ToolFault['kind'], detail = ''): PreviewMade => ({ preview: null, fault: { kind, detail } });

/** Searches in a worker; rejects when its code can't be loaded. */
const makePreview = fromPromise<PreviewMade, TableContext>(async ({ input, system, signal }) => {
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

export const chosenColumns = (mediaType: MediaType) =>
  defineStored(`earmark.tableColumns.${mediaType}`, z.array(z.string()));

type BatchTableEvent =
  | TableFed
  | { type: 'table.moveTo'; place: Place; extends: boolean }
  | { type: 'table.edit'; text: string | null }
  | { type: 'table.type'; text: string }
  | { type: 'table.accept'; next: NextCell }
  | { type: 'table.cancel' }
  | { type: 'table.toggleFlag' }
  | { type: 'table.clear' }
  | { type: 'table.fill'; toEnd: boolean }
  | { type: 'table.paste'; text: string }
  | { type: 'table.toggleColumn'; field: DetailName }
  | { type: 'table.resizeColumn'; field: DetailName; rem: number | null }
  | { type: 'table.sort'; field: DetailName }
  | { type: 'table.filter'; words: string }
  | { type: 'table.openTool'; tool: ToolName }
  | { type: 'table.setTool'; values: Partial<ToolValues> }
  | { type: 'table.retry' }
  | { type: 'table.apply' }
  | { type: 'table.closeTool' };

interface BatchTableInput {
  readonly data: TableData;
  readonly mediaType: MediaType;
}

/** Wait before a preview is made again, in ms. */
const SETTLE_MS = 80;

/** The table of a batch edit. Holds no draft: the owner feeds it and takes its changes. */
export const batchTableMachine = setup({
  types: {
    input: {} as BatchTableInput,
    context: {} as TableContext,
    events: {} as BatchTableEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { makePreview: 'makePreview' },
  },
  actors: { makePreview },
  delays: { settleTime: SETTLE_MS },
  guards: {
    mayType: ({ context }) => mayType(context),
    isFaulty: (_, { fault }: PreviewMade) => fault !== null,
    hasChanges: ({ context }) => context.preview.rows.length > 0,
  },
  actions: {
    take: assign(({ context }, { data }: { data: TableData }) => fed(context, data)),
    moveTo: assign(({ context }, params: { place: Place; extends: boolean }) =>
      movedTo(context, params.place, params.extends),
    ),
    begin: assign(({ context }, { text }: { text: string | null }) => ({
      typed: text ?? textAt(context),
      anchor: null,
      applied: null,
    })),
    goOn: assign(({ context }, { next }: { next: NextCell }) => movedTo(context, nextOf(context, next), false)),
    /** Also sent without changes: the owner makes no undo step of that. */
    notify: sendParent((_, { cells }: { cells: readonly CellChange[] }) => changes(cells)),
    toggleColumn: assign(({ context, system }, { field }: { field: DetailName }) => {
      const change = toggledColumn(context, field);
      getPorts(system).storage.write(chosenColumns(context.mediaType), [...(change.columns ?? [])]);
      return change;
    }),
    resizeColumn: assign(({ context, system }, { field, rem }: { field: DetailName; rem: number | null }) => {
      const widths = resized(context.widths, field, rem);
      getPorts(system).storage.write(columnWidthsOf(getUserId(system)), widths);
      return { widths };
    }),
    openTool: assign((_, { tool }: { tool: ToolName }) => ({ tool, preview: NO_PREVIEW, fault: null, applied: null })),
    setTool: assign(({ context }, { values }: { values: Partial<ToolValues> }) => ({
      values: { ...context.values, ...values },
    })),
    show: assign((_, { preview }: PreviewMade) => ({ preview: preview ?? NO_PREVIEW, fault: null })),
    rememberBroken: assign({ preview: NO_PREVIEW, fault: { kind: 'broken', detail: '' } }),
    closeTool: assign({ tool: null, preview: NO_PREVIEW, fault: null, isBack: true }),
  },
}).createMachine({
  id: 'batchTable',
  context: ({ input: { data, mediaType }, self }) => {
    const { storage } = getPorts(self.system);
    const chosen = storage.read(chosenColumns(mediaType)) ?? FIRST_COLUMNS[mediaType];
    return tableOf(data, mediaType, chosen, storage.read(columnWidthsOf(getUserId(self.system))) ?? {});
  },
  on: { 'table.resizeColumn': { actions: by('resizeColumn') } },
  initial: 'browsing',
  states: {
    browsing: {
      on: {
        'table.fed': { actions: by('take') },
        'table.moveTo': { actions: by('moveTo') },
        'table.edit': { guard: 'mayType', target: 'typing', actions: by('begin') },
        'table.toggleFlag': {
          actions: { type: 'notify', params: ({ context }) => ({ cells: toggledFlags(context) }) },
        },
        'table.clear': { actions: { type: 'notify', params: ({ context }) => ({ cells: clearedCells(context) }) } },
        'table.fill': {
          actions: { type: 'notify', params: ({ context, event }) => ({ cells: filledCells(context, event.toEnd) }) },
        },
        'table.paste': {
          actions: { type: 'notify', params: ({ context, event }) => ({ cells: pastedCells(context, event.text) }) },
        },
        'table.toggleColumn': { actions: by('toggleColumn') },
        'table.sort': { actions: assign(({ context, event: { field } }) => sorted(context, field)) },
        'table.filter': { actions: assign(({ context, event: { words } }) => filtered(context, words)) },
        'table.openTool': { target: 'using', actions: by('openTool') },
      },
    },
    typing: {
      on: {
        'table.fed': { actions: by('take') },
        'table.type': { actions: assign(({ event: { text } }) => ({ typed: text })) },
        'table.accept': {
          target: 'browsing',
          actions: [{ type: 'notify', params: ({ context }) => ({ cells: typedChange(context) }) }, by('goOn')],
        },
        'table.moveTo': {
          target: 'browsing',
          actions: [{ type: 'notify', params: ({ context }) => ({ cells: typedChange(context) }) }, by('moveTo')],
        },
        'table.cancel': 'browsing',
      },
    },
    using: {
      initial: 'working',
      on: {
        'table.fed': { target: '.settling', actions: by('take') },
        'table.setTool': { target: '.settling', actions: by('setTool') },
        'table.closeTool': { target: 'browsing', actions: 'closeTool' },
      },
      states: {
        settling: { tags: 'busy', after: { settleTime: 'working' } },
        working: {
          tags: 'busy',
          invoke: {
            src: 'makePreview',
            id: 'makePreview',
            input: ({ context }) => context,
            onDone: [
              {
                guard: { type: 'isFaulty', params: ({ event }) => event.output },
                target: 'refused',
                actions: assign(
                  ({
                    event: {
                      output: { fault },
                    },
                  }) => ({ preview: NO_PREVIEW, fault }),
                ),
              },
              { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
            ],
            onError: { target: 'refused', actions: 'rememberBroken' },
          },
        },
        shown: {
          on: {
            'table.apply': {
              guard: 'hasChanges',
              target: '#batchTable.browsing',
              actions: [
                { type: 'notify', params: ({ context }) => ({ cells: context.preview.rows }) },
                assign(({ context }) => ({ applied: context.preview.rows.length })),
                'closeTool',
              ],
            },
          },
        },
        refused: { tags: 'failed', on: { 'table.retry': 'working' } },
      },
    },
  },
});

const changes = (cells: readonly CellChange[]): CellsChanged => ({
  type: 'batch.changeCells',
  cells: cells.map(({ id, field, value }) => ({ id, field, value })),
});

export type BatchTableRef = ActorRefFrom<typeof batchTableMachine>;

/** From the owner: new items and drafts. */
export interface TableFed {
  type: 'table.fed';
  data: TableData;
}

/** To the owner: one undo step. */
export interface CellsChanged {
  type: 'batch.changeCells';
  cells: readonly CellChange[];
}

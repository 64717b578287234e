import { batchItemOf } from '../../src/machines/edit/batch-edit/drafts.logic.ts';
import { matchReportMachine } from '../../src/machines/edit/quick-match/match-report.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { wholeBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const item = batchItemOf(wholeBook);
const other = { ...item, base: { ...item.base, title: 'Matched' } };
const found = (after: typeof item) => ({ after: new Map([[item.id, after]]), covers: new Set<string>() });

export const matchReportModel = defineModel({
  name: 'match report',
  machine: matchReportMachine,
  starts: [{ input: { before: new Map([[item.id, { ...item, cover: null }]]) } }],
  events: [{ type: 'matchReport.retry' }, { type: 'matchReport.undo' }, { type: 'matchReport.close' }],
  outputs: { readMatches: [found(other), found(item)] },
  failures: { readMatches: [new AppException({ kind: 'network' })] },
  project: ({ context }) => [context.rows.length, context.isUndone, context.error?.kind],
  invariants: {
    'nothing is taken back that was not shown': ({ context, output }) =>
      !context.isUndone || (context.rows.length > 0 && output !== null),
    'a closed report undoes nothing': ({ context, output }) => context.isUndone || !output,
  },
});

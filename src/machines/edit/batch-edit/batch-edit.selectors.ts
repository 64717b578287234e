import type { SnapshotFrom } from 'xstate';
import {
  changedFields,
  detailsProblems,
  hasChanges,
  typedDetails,
  type DetailsProblem,
  type DetailsValues,
} from '../item-edit/details-form.logic.ts';
import type { DetailName, Details as EditedDetails } from '../item-edit/details.logic.ts';
import type { FormProblems } from '../../kit/form.machine.ts';
import { remembering } from '../../kit/kit.selectors.ts';
import {
  changedOf,
  draftsOf,
  faultyOf,
  formIn,
  maySave,
  type BatchEditContext,
  type BatchView,
} from './batch-edit.logic.ts';
import type { batchEditMachine } from './batch-edit.machine.ts';
import { usedFields } from './map-details.logic.ts';
import { changeCounts, changeRows } from './sending.logic.ts';
import type { Refusal } from './update-sender.actor.ts';

type Snapshot = SnapshotFrom<typeof batchEditMachine>;

/** Once the items are loaded. */
export function selectBatchView(snapshot: Snapshot): 'empty' | 'review' | BatchView {
  if (snapshot.matches('empty')) return 'empty';
  if (snapshot.matches({ editing: { panel: 'reviewing' } })) return 'review';
  return snapshot.matches({ editing: { table: 'open' } }) ? 'table' : 'cards';
}

const remembered = remembering<BatchEditContext>();
const byDraft = (context: BatchEditContext) => [context.items, context.history.draft];

export const selectItemIds = remembered(
  ({ items }) => [items],
  ({ items }) => [...items.keys()],
);
export const itemBy =
  (id: string) =>
  ({ context }: Snapshot) =>
    context.items.get(id);
export const isChangedBy =
  (id: string) =>
  ({ context }: Snapshot): boolean => {
    const form = draftsOf(context).has(id) ? formIn(context, id) : null;
    return form !== null && hasChanges(form);
  };
export const selectHasUsed = ({ context }: Snapshot) => usedFields(context.map).length > 0;
export const selectChangedCount = remembered(byDraft, (context) => changedOf(context).length);
/** Items with mistakes; counted after the first try to save. */
export const selectFaultCount = ({ context }: Snapshot) => (context.isRefused ? faultyOf(context).length : 0);
export const selectMaySave = ({ context }: Snapshot) => maySave(context);
/** The first item with a mistake; the same object until the next try to save. */
export const followOf =
  (id: string) =>
  ({ context }: Snapshot) =>
    context.follow?.id === id ? context.follow : null;
export const selectIsRestored = (snapshot: Snapshot) => snapshot.context.isRestored && selectChangedCount(snapshot) > 0;
export const selectRows = remembered(byDraft, (context) => changeRows(context.items, draftsOf(context)));
export const selectRowKeys = remembered(byDraft, (context) => selectRows({ context }).map(({ key }) => key));
export const selectCounts = remembered(byDraft, (context) => changeCounts(selectRows({ context })));
export const selectSettled = ({ context: { report } }: Snapshot) => (report?.saved ?? 0) + (report?.failed.size ?? 0);

interface Details {
  readonly context: {
    readonly values: DetailsValues;
    readonly problems: FormProblems<DetailsValues, DetailsProblem>;
  };
}

/** Mistakes show after the first try to save. A removed item keeps its last form. */
export function formReader(id: string): (snapshot: Snapshot) => Details | null {
  let last: Details | null = null;
  const read = remembered(
    ({ items, history, clashes, isRefused }) => [items.get(id), history.draft.get(id), clashes.get(id), isRefused],
    (context) => {
      const values = formIn(context, id);
      return values && { context: { values, problems: context.isRefused ? detailsProblems(values) : {} } };
    },
  );
  return (snapshot) => (last = read(snapshot) ?? last);
}

export interface BatchRow {
  readonly details: EditedDetails;
  readonly base: EditedDetails;
  readonly changed: readonly DetailName[];
  readonly clashes: readonly DetailName[];
  readonly wrong: readonly DetailName[];
  readonly refusal: Refusal | undefined;
}

export function rowReader(id: string): (snapshot: Snapshot) => BatchRow | null {
  return remembered(
    ({ items, history, clashes, report }) => [
      items.get(id),
      history.draft.get(id),
      clashes.get(id),
      report?.failed.get(id),
    ],
    (context): BatchRow | null => {
      const values = formIn(context, id);
      if (!values) return null;
      const changed = changedFields(values);
      return {
        details: typedDetails(values),
        base: values.base,
        changed,
        clashes: values.clashes,
        wrong: changed.length === 0 ? [] : (Object.keys(detailsProblems(values)) as DetailName[]),
        refusal: context.report?.failed.get(id),
      };
    },
  );
}

export const selectMapForm = remembered(
  ({ map }) => [map.values],
  ({ map }): Details => ({ context: { values: map.values, problems: {} } }),
);

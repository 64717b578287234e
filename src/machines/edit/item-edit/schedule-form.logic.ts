import type { StoredItem } from '../../../schemas/api/item-changes.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { KeptSchedule } from '../../../schemas/drafts.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import { updateItem } from '../../../services/endpoints/item-editing.ts';
import { validateCron } from '../../../services/endpoints/server-admin.ts';
import { readCron } from '../../kit/cron.logic.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';
import { isWholeAmount } from '../../kit/text.logic.ts';
import {
  draftOf,
  expressionOf,
  scheduleProblem,
  type ScheduleDraft,
  type ScheduleProblem,
} from '../../kit/schedule.logic.ts';

/** A podcast's download settings. 0 is no limit. */
export interface KeepingUp {
  readonly isOn: boolean;
  readonly schedule: string | null;
  readonly mostKept: number;
  readonly mostNew: number;
}

/** Numbers are null while their field is empty. */
export interface ScheduleValues {
  readonly itemId: string;
  readonly isOn: boolean;
  readonly draft: ScheduleDraft;
  readonly mostKept: number | null;
  readonly mostNew: number | null;
  readonly base: KeepingUp;
}

export type ScheduleFormProblem = ScheduleProblem | 'noWholeNumber';
export type ScheduleFormRef = FormRef<ScheduleValues, ScheduleFormProblem>;

export interface ScheduleSaved {
  readonly isUpdated: boolean;
  /** Brings back the schedule before the save. */
  readonly undo: Body<'items.update'>;
  readonly keepingUp: KeepingUp;
}

/** Default limit of new episodes per check. */
const MOST_NEW = 3;

export function keepingUpOf(item: StoredItem | LibraryItemExpanded): KeepingUp | null {
  if (item.mediaType !== 'podcast') return null;
  const { autoDownloadEpisodes, autoDownloadSchedule, maxEpisodesToKeep, maxNewEpisodesToDownload } = item.media;
  return {
    isOn: autoDownloadEpisodes,
    schedule: autoDownloadSchedule || null,
    mostKept: maxEpisodesToKeep ?? 0,
    mostNew: maxNewEpisodesToDownload ?? MOST_NEW,
  };
}

export function scheduleValuesOf(itemId: string, base: KeepingUp): ScheduleValues {
  const { isOn, schedule, mostKept, mostNew } = base;
  return { itemId, isOn, draft: draftOf(schedule), mostKept, mostNew, base };
}

export const keptScheduleOf = ({ draft, base, ...values }: ScheduleValues): KeptSchedule => ({
  ...values,
  base: { ...base },
  draft: { ...draft, weekdays: [...draft.weekdays] },
});

type Part = 'isOn' | 'draft' | 'mostKept' | 'mostNew';

const isSameSchedule = ({ draft, base }: ScheduleValues): boolean => {
  const untouched = draftOf(base.schedule);
  const expression = expressionOf(draft);
  if (expression === null) return JSON.stringify(draft) === JSON.stringify(untouched);
  // Compares meaning: 'mon-fri' is '1-5'.
  return JSON.stringify(readCron(expression)) === JSON.stringify(readCron(expressionOf(untouched) ?? ''));
};

/** While it is off, its settings are neither checked nor sent. */
function changedParts(values: ScheduleValues): readonly Part[] {
  const { isOn, base } = values;
  return [
    ...(isOn === base.isOn ? [] : ['isOn' as const]),
    ...(isOn && !isSameSchedule(values) ? ['draft' as const] : []),
    ...(isOn ? (['mostKept', 'mostNew'] as const).filter((part) => values[part] !== base[part]) : []),
  ];
}

export const hasScheduleChanges = (values: ScheduleValues): boolean => changedParts(values).length > 0;

/** Changed fields only. A podcast without a schedule gets the shown one. */
export function scheduleChanges(values: ScheduleValues): Body<'items.update'> {
  const { isOn, draft, mostKept, mostNew, base } = values;
  const changed = changedParts(values);
  const schedule = expressionOf(draft);
  const isFirst = isOn && base.schedule === null;
  return {
    ...(changed.includes('isOn') ? { autoDownloadEpisodes: isOn } : {}),
    ...(schedule !== null && (isFirst || changed.includes('draft')) ? { autoDownloadSchedule: schedule } : {}),
    ...(changed.includes('mostKept') && mostKept !== null ? { maxEpisodesToKeep: mostKept } : {}),
    ...(changed.includes('mostNew') && mostNew !== null ? { maxNewEpisodesToDownload: mostNew } : {}),
  };
}

export function withTheirSchedule(values: ScheduleValues, theirs: KeepingUp): ScheduleValues {
  const touched = changedParts(values);
  const taken = scheduleValuesOf(values.itemId, theirs);
  return {
    ...taken,
    ...Object.fromEntries(touched.map((part) => [part, values[part]])),
    // Keeps the chosen mode with its schedule.
    ...(touched.includes('draft') || values.base.schedule === theirs.schedule ? { draft: values.draft } : {}),
  };
}

export const discardedSchedule = ({ itemId, base }: ScheduleValues): ScheduleValues => scheduleValuesOf(itemId, base);

export function scheduleBegunWith(
  kept: KeptSchedule | null,
  itemId: string,
  theirs: KeepingUp,
): { readonly values: ScheduleValues; readonly isRestored: boolean } {
  const restored = kept?.itemId === itemId ? withTheirSchedule(kept, theirs) : null;
  return restored && hasScheduleChanges(restored)
    ? { values: restored, isRestored: true }
    : { values: scheduleValuesOf(itemId, theirs), isRestored: false };
}

export const scheduleForm = form<ScheduleValues, ScheduleFormProblem, ScheduleSaved>('edits', {
  check(values) {
    const { isOn, draft, mostKept, mostNew } = values;
    if (!isOn) return {};
    // An untouched server value is not checked.
    const problem = isSameSchedule(values) ? null : scheduleProblem(draft);
    return {
      ...(isWholeAmount(mostKept) ? {} : { mostKept: 'noWholeNumber' as const }),
      ...(isWholeAmount(mostNew) ? {} : { mostNew: 'noWholeNumber' as const }),
      ...(problem === null ? {} : { draft: problem }),
    };
  },
  /** The server validates typed expressions first. */
  async save(api, values, signal) {
    const change = scheduleChanges(values);
    if (Object.keys(change).length === 0) return { isUpdated: false, undo: {}, keepingUp: values.base };
    const { autoDownloadSchedule: expression } = change;
    if (expression !== undefined && values.draft.mode === 'advanced')
      await api.call(validateCron, { expression }, signal);
    const { updated, libraryItem } = await api.call(updateItem, { id: values.itemId, change }, signal);
    const keepingUp = keepingUpOf(libraryItem) ?? values.base;
    const undo = scheduleChanges({ ...scheduleValuesOf(values.itemId, values.base), base: keepingUp });
    return { isUpdated: updated ?? false, undo, keepingUp };
  },
});

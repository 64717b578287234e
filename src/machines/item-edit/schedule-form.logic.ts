import type { StoredItem } from '../../schemas/api/item-changes.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { KeptSchedule } from '../../schemas/schedule-draft.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { updateItem } from '../../services/endpoints/item-editing.ts';
import { validateCron } from '../../services/endpoints/server-admin.ts';
import { readCron } from '../kit/cron.logic.ts';
import { form, type FormRef } from '../kit/form.ts';
import { isWholeAmount } from '../kit/number.logic.ts';
import {
  draftOf,
  expressionOf,
  scheduleProblem,
  type ScheduleDraft,
  type ScheduleProblem,
} from '../kit/schedule.logic.ts';

/** How a podcast keeps up with its feed, as the server has it (areas 19.8). 0 is no limit. */
export interface KeepingUp {
  readonly isOn: boolean;
  /** A cron expression; null while there is none. */
  readonly schedule: string | null;
  readonly mostKept: number;
  readonly mostNew: number;
}

/** The same as it is edited. A number is null while its field is empty. */
export interface ScheduleValues {
  readonly itemId: string;
  readonly isOn: boolean;
  readonly draft: ScheduleDraft;
  readonly mostKept: number | null;
  readonly mostNew: number | null;
  /** As the server has it. */
  readonly base: KeepingUp;
}

export type ScheduleFormProblem = ScheduleProblem | 'noWholeNumber';
export type ScheduleFormRef = FormRef<ScheduleValues, ScheduleFormProblem>;

export interface ScheduleSaved {
  readonly isUpdated: boolean;
  readonly keepingUp: KeepingUp;
}

/** Without one of its own, a podcast gets this many new episodes at most at each check. */
const MOST_NEW = 3;

/** How a podcast keeps up; null for a book. */
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

/** The form of a podcast as it begins. */
export function scheduleValuesOf(itemId: string, base: KeepingUp): ScheduleValues {
  const { isOn, schedule, mostKept, mostNew } = base;
  return { itemId, isOn, draft: draftOf(schedule), mostKept, mostNew, base };
}

/** What is kept of the form over a reload. */
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
  // However it is written: 'mon-fri' is '1-5'.
  return JSON.stringify(readCron(expression)) === JSON.stringify(readCron(expressionOf(untouched) ?? ''));
};

/** What is another one than on the server. While it is off, what it would do is not asked for, and not sent. */
function changedParts(values: ScheduleValues): readonly Part[] {
  const { isOn, base } = values;
  return [
    ...(isOn === base.isOn ? [] : ['isOn' as const]),
    ...(isOn && !isSameSchedule(values) ? ['draft' as const] : []),
    ...(isOn ? (['mostKept', 'mostNew'] as const).filter((part) => values[part] !== base[part]) : []),
  ];
}

export const hasScheduleChanges = (values: ScheduleValues): boolean => changedParts(values).length > 0;

/** The body of a save: only what is changed. A podcast that has no schedule yet gets the one that is shown. */
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

/** The form after the server told of the podcast: what was not touched here becomes theirs, what was, stays. */
export function withTheirSchedule(values: ScheduleValues, theirs: KeepingUp): ScheduleValues {
  const touched = changedParts(values);
  const taken = scheduleValuesOf(values.itemId, theirs);
  return {
    ...taken,
    ...Object.fromEntries(touched.map((part) => [part, values[part]])),
    // The mode that was chosen stays with its schedule.
    ...(touched.includes('draft') || values.base.schedule === theirs.schedule ? { draft: values.draft } : {}),
  };
}

/** The form as the server has the podcast. */
export const discardedSchedule = ({ itemId, base }: ScheduleValues): ScheduleValues => scheduleValuesOf(itemId, base);

/** The form as it begins: with what was kept of an edit of this podcast, against what the server has now. */
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
    // What the server has and nobody touched is its matter.
    const problem = isSameSchedule(values) ? null : scheduleProblem(draft);
    return {
      ...(isWholeAmount(mostKept) ? {} : { mostKept: 'noWholeNumber' as const }),
      ...(isWholeAmount(mostNew) ? {} : { mostNew: 'noWholeNumber' as const }),
      ...(problem === null ? {} : { draft: problem }),
    };
  },
  /** Nothing is sent without changes; an expression that was typed is asked about first. */
  async save(api, values, signal) {
    const change = scheduleChanges(values);
    if (Object.keys(change).length === 0) return { isUpdated: false, keepingUp: values.base };
    const { autoDownloadSchedule: expression } = change;
    if (expression !== undefined && values.draft.mode === 'advanced')
      await api.call(validateCron, { expression }, signal);
    const { updated, libraryItem } = await api.call(updateItem, { id: values.itemId, change }, signal);
    return { isUpdated: updated ?? false, keepingUp: keepingUpOf(libraryItem) ?? values.base };
  },
});

import type { ActorRefFrom } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { type FormEvent, formChanges } from '../../kit/form.machine.ts';
import {
  afterSave,
  hasChanges,
  withTheirs,
  type detailsForm,
  type DetailsSaved,
  type DetailsValues,
} from './details-form.logic.ts';
import { detailsOf } from './details.logic.ts';
import type { CoverRef } from './cover.machine.ts';
import type { MatchRef } from './match.machine.ts';
import {
  hasScheduleChanges,
  keepingUpOf,
  withTheirSchedule,
  type scheduleForm,
  type ScheduleSaved,
  type ScheduleValues,
} from './schedule-form.logic.ts';

/** Unsaved edits: two forms, a match and a cover, as far as loaded. */
export interface Edits {
  readonly fields: ActorRefFrom<typeof detailsForm> | null;
  readonly schedule: ActorRefFrom<typeof scheduleForm> | null;
  readonly tabs: { readonly match: MatchRef; readonly cover: CoverRef } | null;
}

export type EditsSaved = DetailsSaved | ScheduleSaved;

interface Report {
  readonly fields: readonly FormEvent<DetailsValues>[];
  readonly schedule: readonly FormEvent<ScheduleValues>[];
}

const isSchedule = (saved: EditsSaved): saved is ScheduleSaved => 'keepingUp' in saved;
const typedIn = ({ fields }: Edits) => fields?.getSnapshot().context.values;
const plannedIn = ({ schedule }: Edits) => schedule?.getSnapshot().context.values;

export const hasTyped = (edits: Edits): boolean => {
  const values = typedIn(edits);
  return values !== undefined && hasChanges(values);
};
const hasPlanned = (edits: Edits): boolean => {
  const values = plannedIn(edits);
  return values !== undefined && hasScheduleChanges(values);
};

const isReviewing = ({ tabs }: Edits): boolean => tabs !== null && tabs.match.getSnapshot().context.chosen !== null;
const hasCover = ({ tabs }: Edits): boolean => tabs !== null && tabs.cover.getSnapshot().context.candidate !== null;

export const hasEdits = (edits: Edits): boolean =>
  hasTyped(edits) || hasPlanned(edits) || isReviewing(edits) || hasCover(edits);

export const hasOtherEdits = (edits: Edits, saved: EditsSaved): boolean =>
  isReviewing(edits) || hasCover(edits) || (isSchedule(saved) ? hasTyped(edits) : hasPlanned(edits));

export function detailsChanges<By>(
  edits: Edits,
  rule: (values: DetailsValues, by: By) => DetailsValues,
  by: By,
): readonly FormEvent<DetailsValues>[] {
  return formChanges(typedIn(edits), rule, by);
}

export function scheduleChangesBy<By>(
  edits: Edits,
  rule: (values: ScheduleValues, by: By) => ScheduleValues,
  by: By,
): readonly FormEvent<ScheduleValues>[] {
  return formChanges(plannedIn(edits), rule, by);
}

export function afterNews(edits: Edits, item: LibraryItemExpanded): Report {
  const theirs = keepingUpOf(item);
  return {
    fields: formChanges(typedIn(edits), withTheirs, detailsOf(item)),
    schedule: theirs ? formChanges(plannedIn(edits), withTheirSchedule, theirs) : [],
  };
}

export function afterSaved(edits: Edits, item: LibraryItemExpanded, saved: EditsSaved): Report {
  const news = afterNews(edits, item);
  return isSchedule(saved)
    ? { ...news, schedule: formChanges(plannedIn(edits), withTheirSchedule, saved.keepingUp) }
    : { ...news, fields: formChanges(typedIn(edits), afterSave, saved.details) };
}

import { fromCallback } from 'xstate';
import { itemDraft } from '../../schemas/item-draft.ts';
import { keptMatch } from '../../schemas/match-draft.ts';
import { keptSchedule } from '../../schemas/schedule-draft.ts';
import { defineStored } from '../../services/storage.ts';
import { getPorts } from '../app/ports.ts';
import { hasChanges, type DetailsFormRef } from './details-form.logic.ts';
import { draftOf } from './draft.logic.ts';
import { keptOf } from './match.logic.ts';
import type { MatchRef } from './match.machine.ts';
import { hasScheduleChanges, keptScheduleOf, type ScheduleFormRef } from './schedule-form.logic.ts';

/** What this tab keeps of an edit, over a reload. */
export const ITEM_DRAFT = defineStored('earmark.itemDraft', itemDraft);
/** The same of a match that is looked through. */
export const MATCH_DRAFT = defineStored('earmark.matchDraft', keptMatch);
/** The same of how a podcast keeps up with its feed. */
export const SCHEDULE_DRAFT = defineStored('earmark.scheduleDraft', keptSchedule);

interface Kept {
  readonly form: DetailsFormRef | null;
  readonly schedule: ScheduleFormRef | null;
  readonly match: MatchRef | null;
}

/**
 * Keeps what is typed in the two forms, and a match that is looked through, until it is saved or given up: a page that
 * is reloaded ends without the end of this actor, so that the draft is still there.
 */
export const draftKeeper = fromCallback<{ type: 'none' }, Kept>(({ input: { form, schedule, match }, system }) => {
  const { tabStorage } = getPorts(system);
  const typing = form?.subscribe(({ context: { values } }) => {
    if (hasChanges(values)) void tabStorage.write(ITEM_DRAFT, draftOf(values));
    else tabStorage.remove(ITEM_DRAFT);
  });
  const planning = schedule?.subscribe(({ context: { values } }) => {
    if (hasScheduleChanges(values)) void tabStorage.write(SCHEDULE_DRAFT, keptScheduleOf(values));
    else tabStorage.remove(SCHEDULE_DRAFT);
  });
  const matching = match?.subscribe(({ context: { item, chosen, draft } }) => {
    if (chosen) void tabStorage.write(MATCH_DRAFT, keptOf(item.id, chosen, draft));
    else tabStorage.remove(MATCH_DRAFT);
  });
  return () => {
    typing?.unsubscribe();
    planning?.unsubscribe();
    matching?.unsubscribe();
    tabStorage.remove(ITEM_DRAFT);
    tabStorage.remove(MATCH_DRAFT);
    tabStorage.remove(SCHEDULE_DRAFT);
  };
});

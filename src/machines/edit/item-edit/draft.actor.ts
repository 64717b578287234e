import { fromCallback } from 'xstate';
import { editedList, itemDraft, type ItemDraft, keptCover, keptMatch, keptSchedule } from '../../../schemas/drafts.ts';
import { randomName } from '../../../services/random-name.ts';
import { defineStored } from '../../../services/storage.ts';
import { getPorts, type Ports } from '../../kit/ports.ts';
import type { MediaType } from '../../kit/router/routes.ts';
import type { Candidate } from './cover.logic.ts';
import type { CoverRef } from './cover.machine.ts';
import { hasChanges, type DetailsFormRef, valuesOf, withTheirs, type DetailsValues } from './details-form.logic.ts';
import type { Details } from './details.logic.ts';
import { keptOf } from './match.logic.ts';
import type { MatchRef } from './match.machine.ts';
import { hasScheduleChanges, keptScheduleOf, type ScheduleFormRef } from './schedule-form.logic.ts';

function draftOf({ itemId, base, typed, mediaType: _kind, clashes, ...details }: DetailsValues): ItemDraft {
  return { itemId, base: mutable(base), details: mutable(details), clashes: [...clashes], typed: { ...typed } };
}

function mutable(details: Details): ItemDraft['details'] {
  const { authors, narrators, series, genres, tags } = details;
  return {
    ...details,
    authors: [...authors],
    narrators: [...narrators],
    series: series.map((one) => ({ ...one })),
    genres: [...genres],
    tags: [...tags],
  };
}

/** Merges a kept draft with the server's details. */
export function begunWith(
  kept: ItemDraft | null,
  itemId: string,
  mediaType: MediaType,
  theirs: Details,
): { readonly values: DetailsValues; readonly isRestored: boolean } {
  const values = valuesOf(itemId, mediaType, theirs);
  if (kept?.itemId !== itemId) return { values, isRestored: false };
  const { base, details, clashes, typed } = kept;
  const restored = withTheirs({ ...valuesOf(itemId, mediaType, base), ...details, clashes, typed }, theirs);
  return hasChanges(restored) ? { values: restored, isRestored: true } : { values, isRestored: false };
}

export const discarded = ({ itemId, mediaType, base }: DetailsValues): DetailsValues =>
  valuesOf(itemId, mediaType, base);

export const ITEM_DRAFT = defineStored('earmark.itemDraft', itemDraft);
export const MATCH_DRAFT = defineStored('earmark.matchDraft', keptMatch);
export const SCHEDULE_DRAFT = defineStored('earmark.scheduleDraft', keptSchedule);

export const EDITED_LIST = defineStored('earmark.editedList', editedList);
export const COVER_DRAFT = defineStored('earmark.coverDraft', keptCover);

interface Kept {
  readonly form: DetailsFormRef | null;
  readonly schedule: ScheduleFormRef | null;
  readonly match: MatchRef | null;
  readonly cover: CoverRef | null;
}

/** Stores unsaved edits until saved or dropped. A reload does not stop this actor, so they survive it. */
export const draftKeeper = fromCallback<{ type: 'none' }, Kept>(
  ({ input: { form, schedule, match, cover }, system }) => {
    const ports = getPorts(system);
    const { tabStorage } = ports;
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
    let chosen: Candidate | null = null;
    const choosing = cover?.subscribe(({ context: { item, candidate } }) => {
      if (candidate !== chosen) keepCandidate(ports, item.id, candidate);
      chosen = candidate;
    });
    return () => {
      typing?.unsubscribe();
      planning?.unsubscribe();
      matching?.unsubscribe();
      choosing?.unsubscribe();
      tabStorage.remove(ITEM_DRAFT);
      tabStorage.remove(MATCH_DRAFT);
      tabStorage.remove(SCHEDULE_DRAFT);
      keepCandidate(ports, '', null);
    };
  },
);

function keepCandidate({ tabStorage, files }: Ports, itemId: string, candidate: Candidate | null): void {
  const before = tabStorage.read(COVER_DRAFT)?.candidate;
  const key = randomName();
  if (candidate)
    tabStorage.write(COVER_DRAFT, { itemId, candidate: candidate.kind === 'file' ? { kind: 'file', key } : candidate });
  else tabStorage.remove(COVER_DRAFT);
  if (candidate?.kind !== 'file' && before?.kind !== 'file') return;
  files.keptFiles().then(
    (kept) => {
      if (candidate?.kind === 'file') void kept.keep(key, candidate.file);
      if (before?.kind === 'file') void kept.forget(before.key);
    },
    () => undefined,
  );
}

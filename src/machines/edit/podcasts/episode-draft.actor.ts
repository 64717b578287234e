import { fromCallback } from 'xstate';
import { episodeDraft, type EpisodeDraft } from '../../../schemas/drafts.ts';
import { defineStored } from '../../../services/storage.ts';
import { getPorts } from '../../kit/ports.ts';
import {
  episodeValues,
  hasEpisodeChanges,
  withTheirEpisode,
  type EpisodeDetails,
  type EpisodeFormRef,
  type EpisodeId,
  type EpisodeValues,
} from './episode-form.logic.ts';

/** Draft of this tab, kept over a reload. */
export const EPISODE_DRAFT = defineStored('earmark.episodeDraft', episodeDraft);

const draftOf = ({ libraryItemId, episodeId, base, clashes, ...details }: EpisodeValues): EpisodeDraft => ({
  libraryItemId,
  episodeId,
  base,
  details,
  clashes: [...clashes],
});

/** Merges a kept draft with the server's episode. */
export function begunEpisode(
  kept: EpisodeDraft | null,
  id: EpisodeId,
  theirs: EpisodeDetails,
): { readonly values: EpisodeValues; readonly isRestored: boolean } {
  const values = episodeValues(id, theirs);
  if (kept?.libraryItemId !== id.libraryItemId || kept.episodeId !== id.episodeId) return { values, isRestored: false };
  const { base, details, clashes } = kept;
  const restored = withTheirEpisode({ ...episodeValues(id, base), ...details, clashes }, theirs);
  return hasEpisodeChanges(restored) ? { values: restored, isRestored: true } : { values, isRestored: false };
}

/** Stores edits until saved or dropped. A reload ends the page without stopping this actor, so the draft survives. */
export const episodeDraftKeeper = fromCallback<{ type: 'none' }, { readonly form: EpisodeFormRef | null }>(
  ({ input: { form }, system }) => {
    const { tabStorage } = getPorts(system);
    const keep = (values: EpisodeValues) => {
      if (hasEpisodeChanges(values)) void tabStorage.write(EPISODE_DRAFT, draftOf(values));
      else tabStorage.remove(EPISODE_DRAFT);
    };
    const typing = form?.subscribe(({ context }) => keep(context.values));
    return () => {
      typing?.unsubscribe();
      tabStorage.remove(EPISODE_DRAFT);
    };
  },
);

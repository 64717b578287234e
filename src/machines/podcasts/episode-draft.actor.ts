import { fromCallback } from 'xstate';
import { episodeDraft, type EpisodeDraft } from '../../schemas/episode-draft.ts';
import { defineStored } from '../../services/storage.ts';
import { getPorts } from '../app/ports.ts';
import {
  episodeValues,
  hasEpisodeChanges,
  withTheirEpisode,
  type EpisodeDetails,
  type EpisodeFormRef,
  type EpisodeId,
  type EpisodeValues,
} from './episode-form.logic.ts';

/** What this tab keeps of an episode that is edited, over a reload. */
export const EPISODE_DRAFT = defineStored('earmark.episodeDraft', episodeDraft);

const draftOf = ({ libraryItemId, episodeId, base, clashes, ...details }: EpisodeValues): EpisodeDraft => ({
  libraryItemId,
  episodeId,
  base,
  details,
  clashes: [...clashes],
});

/** The form as it begins: with what was kept of an edit of this episode, against what the server has now. */
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

/**
 * Keeps what is typed until it is saved or given up: a page that is reloaded ends without the end of this actor, so
 * that the draft is still there.
 */
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

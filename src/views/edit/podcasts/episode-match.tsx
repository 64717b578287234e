import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { EditEpisodeRef } from '../../../machines/edit/podcasts/edit-episode.machine.ts';
import { selectIsMatching } from '../../../machines/edit/podcasts/podcasts.selectors.ts';
import { momentOf } from '../../../machines/edit/podcasts/feed-rows.logic.ts';
import type { FeedEpisode } from '../../../schemas/api/podcast-feed.ts';
import { EpisodeBadge, episodeNumber } from '../../shared/episode-facts.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { submitting } from '../../ui/field.tsx';
import { htmlToText } from '../../ui/html-text.ts';
import { TextField } from '../../ui/text-field.tsx';
import { ErrorMessage } from '../../shared/message-page.tsx';

export function EpisodeMatch({ modal }: { modal: EditEpisodeRef }) {
  const t = useTranslations('editEpisode');
  const term = useSelector(modal, ({ context }) => context.term);
  const matches = useSelector(modal, ({ context }) => context.matches);
  const error = useSelector(modal, ({ context }) => context.error);
  const isSearching = useSelector(modal, (snapshot) => snapshot.matches({ ready: { resting: 'searching' } }));
  return (
    <div className="flex flex-col gap-3">
      <form className="flex items-end gap-2" onSubmit={submitting(() => modal.send({ type: 'editEpisode.search' }))}>
        <TextField
          label={t('term')}
          dir="auto"
          autoComplete="off"
          className="flex-1"
          value={term}
          onChange={(text) => modal.send({ type: 'editEpisode.typeTerm', text })}
        />
        <Button type="submit" variant="primary" busy={isSearching} disabled={term.trim() === ''}>
          {t('search')}
        </Button>
      </form>
      <ErrorMessage text={t('searchFailed')} error={error} />
      <p role="status" className="text-sm text-ink-2">
        {matches ? t('found', { count: matches.length }) : t('matchHelp')}
      </p>
      {matches && matches.length > 0 && (
        <ul className="flex flex-col">
          {matches.map((found, index) => (
            <Match key={index} modal={modal} found={found} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Match({ modal, found }: { modal: EditEpisodeRef; found: FeedEpisode }) {
  const t = useTranslations('findEpisodes');
  const tItem = useTranslations('item');
  const tCommon = useTranslations('common');
  const dayText = useDayText();
  const isMatching = useSelector(modal, selectIsMatching);
  const moment = momentOf(found);
  const about = found.subtitle ? htmlToText(found.subtitle) : '';
  return (
    <li className="border-t border-line">
      <button
        type="button"
        aria-disabled={isMatching || undefined}
        onClick={() => modal.send({ type: 'editEpisode.matchWith', found })}
        className="flex min-h-14 w-full min-w-0 flex-col items-start gap-0.5 rounded-sm px-2 py-2 text-start -outline-offset-2 hover:bg-surface-2"
      >
        <span dir="auto" className="flex max-w-full items-center gap-2 text-match text-sm font-medium text-ink">
          <span className="truncate">{found.title || tCommon('untitled')}</span>
          <EpisodeBadge type={found.episodeType} />
        </span>
        {about && (
          <span dir="auto" className="max-w-full truncate text-match text-xs text-ink-2">
            {about}
          </span>
        )}
        <span className="text-xs text-ink-3 tabular-nums">
          <Dotted>
            {moment === null ? t('noDate') : dayText(moment)}
            {episodeNumber(found, tItem)}
          </Dotted>
        </span>
      </button>
    </li>
  );
}

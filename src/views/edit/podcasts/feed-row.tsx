import { Check } from 'lucide-react';
import { memo, useId } from 'react';
import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { selectIsSending } from '../../../machines/edit/podcasts/podcasts.selectors.ts';
import { bytesOf, lengthOf, momentOf, type FeedRow as Row } from '../../../machines/edit/podcasts/feed-rows.logic.ts';
import type { FindEpisodesRef } from '../../../machines/edit/podcasts/find-episodes.machine.ts';
import { formatBytes, formatDuration } from '../../format/amounts.ts';
import { EpisodeBadge, episodeNumber } from '../../shared/episode-facts.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { htmlToText } from '../../ui/html-text.ts';

/** Rem: title and two lines. */
export const FEED_ROW_REM = 4.75;

/** Characters of the notes: more than its line has. */
const SHOWN_NOTES = 300;

interface FeedRowProps {
  modal: FindEpisodesRef;
  row: Row;
  tabIndex: number;
}

/** A press anywhere picks it, unless the library has it or is downloading it. */
export const FeedRow = memo(function FeedRow({ modal, row: { key, episode, state }, tabIndex }: FeedRowProps) {
  const t = useTranslations('findEpisodes');
  const tItem = useTranslations('item');
  const tCommon = useTranslations('common');
  const dayText = useDayText();
  const locale = useLocale();
  const id = useId();
  const isPicked = useSelector(modal, (snapshot) => snapshot.context.picked.has(key));
  const isSending = useSelector(modal, selectIsSending);
  const isNew = state === 'new';
  const moment = momentOf(episode);
  const length = lengthOf(episode);
  const bytes = bytesOf(episode);
  const about = episode.subtitle
    ? htmlToText(episode.subtitle)
    : (episode.descriptionPlain ?? '').slice(0, SHOWN_NOTES);
  return (
    <div className="relative flex h-full items-start gap-3 border-t border-line py-2.5">
      <button
        type="button"
        role="checkbox"
        aria-checked={isPicked}
        aria-disabled={!isNew || isSending || undefined}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-facts`}
        tabIndex={tabIndex}
        onClick={() => {
          if (isNew) modal.send({ type: 'findEpisodes.pick', key, isOn: !isPicked });
        }}
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-xs border outline-none after:absolute after:inset-0 after:z-1 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
          isPicked ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong text-transparent',
          !isNew && 'opacity-40',
        )}
      >
        <Check size={14} strokeWidth={3} className="forced-colors:text-[CanvasText]" opacity={isPicked ? 1 : 0} />
      </button>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p dir="auto" className="flex items-center gap-2 text-match text-sm font-medium">
          <span id={`${id}-title`} className={cx('truncate', isNew ? 'text-ink' : 'text-ink-2')}>
            {episode.title || tCommon('untitled')}
          </span>
          <EpisodeBadge type={episode.episodeType} />
        </p>
        {about && (
          <p dir="auto" className="truncate text-match text-xs text-ink-2">
            {about}
          </p>
        )}
        <p id={`${id}-facts`} className="flex items-center gap-2 text-xs text-ink-3 tabular-nums">
          <span className="truncate">
            <Dotted>
              {moment === null ? t('noDate') : dayText(moment)}
              {length !== null && formatDuration(length, locale)}
              {bytes !== null && formatBytes(bytes, locale)}
              {episodeNumber(episode, tItem)}
            </Dotted>
          </span>
          {state === 'have' && <Badge tone="success">{t('have')}</Badge>}
          {state === 'loading' && <Badge tone="accent">{t('inQueue')}</Badge>}
        </p>
      </div>
    </div>
  );
});

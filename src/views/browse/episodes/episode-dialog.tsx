import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import {
  lengthOf,
  toQueue,
  type Episode,
  type PodcastOutline,
} from '../../../machines/browse/episodes/episode.logic.ts';
import type { EpisodeViewRef } from '../../../machines/browse/episodes/episode-view.machine.ts';
import {
  selectEpisode,
  selectEpisodeError,
  selectEpisodePlace,
  selectPodcast,
} from '../../../machines/browse/episodes/episode-view.selectors.ts';
import { useLinkTo } from '../../app/actors-context.tsx';
import { formatBytes } from '../../format/amounts.ts';
import { QueueMenu } from '../../shared/queue-menu.tsx';
import { useEpisodeEntries, useEpisodePlay } from '../../shared/use-episode-entries.tsx';
import { useFinish } from '../../shared/use-item-entries.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { PodcastCover, EpisodeBadge, EpisodeFacts } from '../../shared/episode-facts.tsx';
import { useLeftText, useProgress, useShare } from '../../shared/use-progress.ts';
import { errorText } from '../../texts/error-text.ts';
import { AppLink } from '../../ui/links.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { FinishedButton } from '../../ui/row-buttons.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import { withTimeMarks, TimedHtml } from '../../ui/timed-html.tsx';

/** CSS pixels. */
const COVER = 72;

export function Modal({ modal }: { modal: EpisodeViewRef }) {
  const t = useTranslations();
  const place = useSelector(modal, selectEpisodePlace);
  const podcast = useSelector(modal, selectPodcast);
  const episode = useSelector(modal, selectEpisode);
  const error = useSelector(modal, selectEpisodeError);
  return (
    <Dialog
      open
      title={episode ? episode.title || t('common.untitled') : t('episodes.view')}
      closeLabel={t('common.close')}
      width={800}
      onDismiss={() => modal.send({ type: 'episode.dismiss' })}
    >
      {place === 'failed' ? (
        <FailedState
          message={t('episodes.failed')}
          detail={error && errorText(t, error)}
          retryLabel={t('common.retry')}
          onRetry={() => modal.send({ type: 'episode.retry' })}
        />
      ) : episode ? (
        <EpisodeView modal={modal} podcast={podcast} episode={episode} />
      ) : (
        <div role="status" className="grid place-items-center py-8">
          <Spinner label={t('episodes.loading')} />
        </div>
      )}
    </Dialog>
  );
}

interface ViewProps {
  modal: EpisodeViewRef;
  podcast: PodcastOutline;
  episode: Episode;
}

function EpisodeView({ modal, podcast, episode }: ViewProps) {
  const linkTo = useLinkTo();
  const isFinished = useProgress(podcast.id, episode.id)?.isFinished ?? false;
  const leftText = useLeftText(podcast.id, episode.id);
  const share = useShare(podcast.id, episode.id);
  const left = isFinished ? null : leftText;
  return (
    <article className="flex flex-col gap-4">
      <header className="flex items-center gap-4">
        <span className="block w-18 shrink-0">
          <PodcastCover podcast={podcast} width={COVER} />
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <AppLink
            {...linkTo({ name: 'item', id: podcast.id })}
            dir="auto"
            className="self-start truncate text-match text-sm font-medium text-ink"
          >
            {podcast.title}
          </AppLink>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 tabular-nums">
            <span>
              <EpisodeFacts episode={episode} left={left} />
            </span>
            <EpisodeBadge type={episode.episodeType} />
          </p>
          {left !== null && <ProgressLine value={share} className="max-w-56" />}
        </div>
      </header>
      <Actions podcast={podcast} episode={episode} />
      {episode.subtitle?.trim() && (
        <p dir="auto" className="measure text-match font-medium text-ink">
          {episode.subtitle}
        </p>
      )}
      <Notes modal={modal} episode={episode} />
      <File episode={episode} />
    </article>
  );
}

function Actions({ podcast, episode }: Omit<ViewProps, 'modal'>) {
  const t = useTranslations('common');
  const tEpisodes = useTranslations('episodes');
  const dayText = useDayText();
  const { isPlaying, press } = useEpisodePlay(podcast, episode);
  const media = { libraryItemId: podcast.id, episodeId: episode.id };
  const moreEntries = useEpisodeEntries(podcast, episode);
  const place = useProgress(podcast.id, episode.id)?.currentTime ?? 0;
  const title = episode.title || t('untitled');
  const { isFinished, label, toggle } = useFinish(podcast.id, episode.id, title);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        {...press}
        variant="primary"
        size="lg"
        className="rounded-full!"
        icon={<PlayIcon isPlaying={isPlaying} size={20} />}
      >
        {isPlaying ? t('pause') : place > 0 && !isFinished ? tEpisodes('resume') : t('play')}
      </Button>
      <FinishedButton size="lg" finished={isFinished} label={label} onToggle={toggle} />
      <QueueMenu
        id={`view/${podcast.id}/${episode.id}`}
        size="lg"
        item={{ ...media, libraryId: podcast.libraryId, title }}
        make={() => toQueue(podcast, episode, dayText)}
        more={moreEntries}
      />
    </div>
  );
}

/** HTML from a feed, sanitised (server facts 1); times in it play from there. */
function Notes({ modal, episode }: Omit<ViewProps, 'podcast'>) {
  const t = useTranslations('episodes');
  const last = lengthOf(episode);
  const refine = useCallback(
    (safe: string) => withTimeMarks(safe, last > 0 ? last : Infinity, (time) => t('playFrom', { time })),
    [last, t],
  );
  if (!episode.description?.trim()) return <p className="text-ink-2">{t('noNotes')}</p>;
  return (
    <TimedHtml
      html={episode.description}
      refine={refine}
      onTime={(time) => modal.send({ type: 'episode.playFrom', time })}
    />
  );
}

function File({ episode: { audioFile } }: { episode: Episode }) {
  const locale = useLocale();
  if (!audioFile) return null;
  const { filename, size } = audioFile.metadata;
  return (
    <p className="border-t border-line pt-3 text-xs wrap-anywhere text-ink-3 tabular-nums">
      <Dotted>
        <bdi>{filename}</bdi>
        {size > 0 && formatBytes(size, locale)}
      </Dotted>
    </p>
  );
}

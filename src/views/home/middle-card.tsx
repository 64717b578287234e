import { useSelector } from '@xstate/react';
import { Pause, Play } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import type { HomeRef } from '../../machines/home/home.machine.ts';
import { selectMiddleChapters } from '../../machines/home/home.selectors.ts';
import type { MiddleEntry } from '../../machines/home/shelves.logic.ts';
import { chapterAt } from '../../machines/player/player.selectors.ts';
import { useLinkTo, useMenu, usePageRef } from '../app/actors-context.tsx';
import { formatDuration } from '../format/duration.ts';
import { formatPercent } from '../format/percent.ts';
import { authorOf, shareOf } from '../library/item-card.tsx';
import { usePlay } from '../library/use-play.ts';
import { useCoverAspect } from '../library/use-library.ts';
import { usePictures } from '../library/use-pictures.ts';
import { useProgress } from '../library/use-progress.ts';
import { PageInset } from '../ui/app-frame.tsx';
import { AppLink } from '../ui/app-link.tsx';
import { Button } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { hideEntry } from './hide-entry.tsx';

/** Width of the cover in CSS pixels; on phones the box is smaller and the picture the same. */
const COVER_WIDTH = 160;

/** What was in the middle: the first thing on the page, with one press to go on. */
export function MiddleCard({ entry }: { entry: MiddleEntry }) {
  const t = useTranslations('home');
  const tCard = useTranslations('card');
  const locale = useLocale();
  const page = usePageRef<HomeRef>();
  const linkTo = useLinkTo();
  const { coverOf } = usePictures();
  const aspect = useCoverAspect();
  const { item, episodeId, shelfId } = entry;
  const progress = useProgress(item.id, episodeId);
  const chapters = useSelector(page, selectMiddleChapters);
  const menu = useMenu('home-middle');
  const episode = item.mediaType === 'podcast' ? item.recentEpisode : undefined;
  const title = episode?.title ?? (item.media.metadata.title || tCard('untitled'));
  const by = episode ? item.media.metadata.title : authorOf(item);
  const chapter = progress ? chapterAt(chapters, progress.currentTime) : null;
  const left = progress && progress.duration > 0 ? progress.duration - progress.currentTime : 0;
  const share = shareOf(progress);
  const play = usePlay(item, episodeId, title, by ?? '');
  const entries = hideEntry(t('hide'), shelfId, item, progress, page);
  return (
    <PageInset>
      <section aria-labelledby="home-middle" className="relative flex items-center gap-6 rounded-lg bg-surface-1 p-4 phone:gap-4 phone:p-3">
        <AppLink {...linkTo({ name: 'item', id: item.id })} tabIndex={-1} aria-hidden="true" className="w-40 shrink-0 phone:w-24">
          <Cover {...coverOf(item, COVER_WIDTH)} aspect={aspect} width={COVER_WIDTH} title={title} author={by} invalidLabel={tCard('invalidCover')} priority="high" />
        </AppLink>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h2 id="home-middle" dir="auto" className="text-match text-2xl leading-tight font-semibold tracking-tight text-ink phone:text-lg">
            <AppLink {...linkTo({ name: 'item', id: item.id })} className="clamp-2 text-inherit no-underline hover:text-accent-text">{title}</AppLink>
          </h2>
          {by && <p dir="auto" className="truncate text-match text-base text-ink-2 phone:text-sm">{by}</p>}
          <p className="mt-2 flex flex-wrap gap-x-3 text-sm text-ink-2 tabular-nums phone:mt-1">
            {chapter && <span dir="auto" className="truncate">{chapter.title}</span>}
            <span>{left > 0 ? t('left', { time: formatDuration(left, locale) }) : formatPercent(share, locale)}</span>
          </p>
          <ProgressLine value={share} className="mt-2 max-w-md" />
          <Button
            variant="primary"
            icon={play.isPlaying ? <Pause size={18} /> : <Play size={18} />}
            className="mt-3 self-start"
            onClick={play.onPress}
            onPointerEnter={play.onWarm}
            onFocus={play.onWarm}
          >
            {play.isPlaying ? t('pause') : share > 0 ? t('resume') : t('play')}
          </Button>
        </div>
        {entries.length > 0 && <div className="self-start"><MenuButton {...menu} label={tCard('more', { title })} entries={entries} /></div>}
      </section>
    </PageInset>
  );
}

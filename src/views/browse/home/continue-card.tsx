import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import type { HomeRef } from '../../../machines/browse/home/home.machine.ts';
import { movedStartOf, selectContinueChapters } from '../../../machines/browse/home/home.selectors.ts';
import type { ContinueItem } from '../../../machines/browse/home/continue-item.logic.ts';
import type { MediaProgress } from '../../../schemas/api/progress.ts';
import { reachedShare, secondsLeft, shareAt } from '../../../machines/playback/progress/share.logic.ts';
import { chapterIndexAt } from '../../../machines/playback/player/chapters.logic.ts';
import type { MediaRef } from '../../../machines/kit/media.logic.ts';
import { inSteps } from '../../../machines/playback/player/player.selectors.ts';
import { isReadable } from '../../../machines/reader/formats.logic.ts';
import { cardToQueue } from '../../../machines/playback/queue/queue-item.logic.ts';
import { useLinkTo, useMenu, usePageRef } from '../../app/actors-context.tsx';
import { formatClock, wholePercent } from '../../format/amounts.ts';
import { authorOf, hasSound } from '../../shared/item-card.tsx';
import { JumpButton } from '../../shared/jump-button.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { useEditEntries, useFinishEntry, useQueueEntries } from '../../shared/use-item-entries.tsx';
import { useCoverAspect, usePictures } from '../../shared/use-library.ts';
import { usePlay, type PlayControl, useRead, useReadIntent } from '../../shared/use-play.ts';
import { useLeftText, useLeftWords, usePlayed, useProgress, useRateOf, useShare } from '../../shared/use-progress.ts';
import { leftInSteps } from '../../texts/time-text.ts';
import { PageInset } from '../../ui/app-frame.tsx';
import { AppLink, LinkButton } from '../../ui/links.tsx';
import { Button } from '../../ui/button.tsx';
import { Cover } from '../../ui/cover.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { Tinted } from '../../ui/tinted.tsx';
import { hideEntry } from './shelf-card.tsx';

/** CSS pixels; phones show the same picture smaller. */
const COVER_WIDTH = 160;

export function ContinueCard({ entry }: { entry: ContinueItem }) {
  const t = useTranslations('home');
  const tCommon = useTranslations('common');
  const page = usePageRef<HomeRef>();
  const linkTo = useLinkTo();
  const { item, episodeId, shelfId } = entry;
  const progress = useProgress(item.id, episodeId);
  const episode = item.mediaType === 'podcast' ? item.recentEpisode : undefined;
  const title = episode?.title ?? (item.media.metadata.title || tCommon('untitled'));
  const by = episode ? item.media.metadata.title : authorOf(item);
  const start = useSelector(page, movedStartOf(progress));
  const play = usePlay(item, episodeId, title, by ?? '', start);
  const isFinished = progress?.isFinished ?? false;
  const format = item.mediaType === 'book' ? item.media.ebookFormat : null;
  const canRead = isReadable(format);
  const isReading = shelfId === 'continue-reading' && canRead && !play.isOpen;
  const moved = play.isOpen ? null : start;
  return (
    <PageInset>
      <Tinted
        aria-labelledby="home-continue"
        className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 rounded-lg bg-surface-1 p-4 phone:gap-x-4 phone:p-3 forced-colors:border"
      >
        <CoverLink item={item} title={title} author={by} playback={play.playback} />
        <div className="flex min-w-0 flex-col gap-1 self-end phone:self-center sideways:self-end">
          <p className="truncate pe-8 text-sm font-medium text-ink-2 phone:text-xs">
            {t(stateOf(entry, play.isPlaying, isFinished))}
          </p>
          <h2
            id="home-continue"
            dir="auto"
            className="text-match text-2xl leading-tight font-semibold tracking-tight text-ink pe-6 phone:text-lg"
          >
            <AppLink
              {...linkTo({ name: 'item', id: item.id }, item)}
              className="clamp-2 text-inherit no-underline hover:text-accent-text"
            >
              {title}
            </AppLink>
          </h2>
          {by && (
            <p dir="auto" className="truncate text-match text-base text-ink-2 phone:text-sm sideways:hidden">
              {by}
            </p>
          )}
          <Place
            itemId={item.id}
            episodeId={episodeId}
            moved={moved}
            isFinished={isFinished}
            isReading={isReading}
            hasChapters={item.mediaType === 'book' && item.media.numChapters > 0}
          />
        </div>
        <div className="mt-3 flex items-center gap-1.5 self-start phone:col-span-2 sideways:col-span-1 sideways:mt-1.5">
          {isReading || (canRead && !hasSound(item)) ? (
            <ReadActions item={item} format={format ?? null} onPlay={play.onPress} />
          ) : hasSound(item) ? (
            <PlayActions entry={entry} moved={moved} play={play} progress={progress} />
          ) : (
            <LinkButton
              variant="primary"
              size="lg"
              className="rounded-full!"
              {...linkTo({ name: 'item', id: item.id }, item)}
            >
              {t('openBook')}
            </LinkButton>
          )}
        </div>
        <div className="absolute end-2 top-2">
          <CardMenu entry={entry} title={title} progress={progress} />
        </div>
      </Tinted>
    </PageInset>
  );
}

function stateOf({ shelfId }: ContinueItem, isPlaying: boolean, isFinished: boolean) {
  if (isPlaying) return 'nowPlaying';
  if (isFinished) return 'finished';
  return shelfId === 'continue-reading' ? 'continueReading' : 'continueListening';
}

interface CoverLinkProps {
  item: ContinueItem['item'];
  title: string;
  author: string | undefined;
  playback: PlayControl['playback'];
}

function CoverLink({ item, title, author, playback }: CoverLinkProps) {
  const t = useTranslations('card');
  const linkTo = useLinkTo();
  const { coverOf } = usePictures();
  const aspect = useCoverAspect();
  return (
    <AppLink
      {...linkTo({ name: 'item', id: item.id }, item)}
      tabIndex={-1}
      aria-hidden="true"
      className="row-span-2 w-40 phone:row-span-1 phone:w-24 sideways:row-span-2 max-[22.5rem]:w-20!"
    >
      <Cover
        {...coverOf(item, COVER_WIDTH)}
        aspect={aspect}
        width={COVER_WIDTH}
        title={title}
        author={author}
        invalidLabel={t('invalidCover')}
        priority="high"
        playback={playback}
        flight={item.id}
      />
    </AppLink>
  );
}

interface ReadActionsProps {
  item: ContinueItem['item'];
  format: string | null;
  onPlay: () => void;
}

function ReadActions({ item, format, onPlay }: ReadActionsProps) {
  const t = useTranslations();
  const read = useRead();
  const intent = useReadIntent(item.id, format);
  return (
    <>
      <Button variant="primary" size="lg" className="me-1 rounded-full!" onClick={() => read(item.id)} {...intent}>
        {t('home.openBook')}
      </Button>
      {hasSound(item) && (
        <IconButton
          round
          size="lg"
          label={t('common.play')}
          icon={<PlayIcon isPlaying={false} size={20} />}
          onClick={onPlay}
        />
      )}
    </>
  );
}

interface PlayActionsProps {
  entry: ContinueItem;
  moved: number | null;
  play: PlayControl;
  progress: MediaProgress | null;
}

function PlayActions({ entry: { item, episodeId }, moved, play, progress }: PlayActionsProps) {
  const isFinished = progress?.isFinished ?? false;
  return (
    <>
      <Button
        variant="primary"
        size="lg"
        icon={<PlayIcon isPlaying={play.isPlaying} size={20} />}
        className="me-1 min-w-0 shrink! rounded-full! phone:flex-1 phone:[&_[data-room]]:hidden sideways:flex-none sideways:[&_[data-room]]:block max-[22.5rem]:gap-1.5! max-[22.5rem]:px-3! [&_span]:truncate"
        onClick={play.onPress}
        onPointerEnter={play.onPrefetch}
        onFocus={play.onPrefetch}
      >
        <PlayLabel itemId={item.id} episodeId={episodeId} moved={moved} play={play} isFinished={isFinished} />
      </Button>
      {(play.isOpen || (progress && !isFinished)) && <Jumps media={{ libraryItemId: item.id, episodeId }} />}
    </>
  );
}

interface CardMenuProps {
  entry: ContinueItem;
  title: string;
  progress: MediaProgress | null;
}

function CardMenu({ entry: { item, episodeId, shelfId }, title, progress }: CardMenuProps) {
  const t = useTranslations('home');
  const tCard = useTranslations('card');
  const page = usePageRef<HomeRef>();
  const menu = useMenu('home-continue');
  const dayText = useDayText();
  const finishEntry = useFinishEntry(item.id, episodeId, title);
  const editEntries = useEditEntries(item.id, item.media.metadata.title ?? '');
  const queueEntries = useQueueEntries(() => (hasSound(item) ? cardToQueue(item, dayText) : null));
  return (
    <MenuButton
      {...menu}
      label={tCard('more', { title })}
      entries={[
        ...(menu.open ? queueEntries() : []),
        finishEntry,
        ...editEntries(),
        ...hideEntry(t('hide'), shelfId, item, progress, page),
      ]}
    />
  );
}

interface PlayLabelProps {
  itemId: string;
  episodeId: string | null;
  moved: number | null;
  play: PlayControl;
  isFinished: boolean;
}

function PlayLabel({ itemId, episodeId, moved, play, isFinished }: PlayLabelProps) {
  const t = useTranslations('common');
  const saved = useProgress(itemId, episodeId)?.currentTime ?? 0;
  // While it plays the label is 'Pause', without the time.
  const played = usePlayed(itemId, episodeId, (time) => (play.isPlaying ? 0 : Math.floor(time)));
  const time = (play.isPlaying ? null : played) ?? moved ?? saved;
  const isResumed = time >= 1 && !(isFinished && played === null);
  const rest = isResumed ? t('resumeAt', { time: formatClock(time) }) : isFinished ? t('playAgain') : t('play');
  if (play.isPlaying) return <SteadyLabel room={rest}>{t('pause')}</SteadyLabel>;
  if (!isResumed) return rest;
  return (
    <>
      <span className="max-[22.5rem]:sr-only">{rest}</span>
      <span aria-hidden="true" className="hidden tabular-nums max-[22.5rem]:inline">
        {formatClock(time)}
      </span>
    </>
  );
}

interface PlaceProps {
  itemId: string;
  episodeId: string | null;
  /** New start by the jump buttons, in seconds; null without jumps. */
  moved: number | null;
  isFinished: boolean;
  /** The last use was reading, not listening. */
  isReading: boolean;
  /** Reserves the line before it loads, so that nothing below it moves. */
  hasChapters: boolean;
}

/** Chapter, time left and share. Follows the playhead while it is open. Of an ebook: the share. */
function Place({ itemId, episodeId, moved, isFinished, isReading, hasChapters }: PlaceProps) {
  const t = useTranslations();
  const chapters = useSelector(usePageRef<HomeRef>(), selectContinueChapters);
  const progress = useProgress(itemId, episodeId);
  const reached = useShare(itemId, episodeId);
  const movedShare = moved === null ? reached : shareAt(moved, progress?.duration ?? 0);
  const share = isFinished ? 1 : reachedShare(movedShare, false);
  const saved = moved ?? progress?.currentTime ?? 0;
  const leftThen = useLeftText(itemId, episodeId);
  const words = useLeftWords();
  const rate = useRateOf(itemId);
  const left = moved === null ? leftThen : words(secondsLeft(moved, progress?.duration ?? 0) / rate, rate);
  const indexOf = (time: number) => chapterIndexAt(chapters, time);
  const leftOf = (time: number, duration: number) =>
    leftInSteps(((chapters[indexOf(time)]?.end ?? 0) - inSteps(time, duration)) / rate);
  const playedIndex = usePlayed(itemId, episodeId, indexOf);
  const playedLeft = usePlayed(itemId, episodeId, leftOf);
  const showsChapter = hasChapters && !isFinished && !isReading;
  const chapter = chapters[playedIndex ?? indexOf(saved)];
  const chapterLeft = words(playedLeft ?? leftOf(saved, 0), rate);
  return (
    <>
      {showsChapter && (
        // Its last minute changes every second: a layout of its own, which a child of a flex box is not.
        <div className="mt-1 max-w-xl">
          <p className="flex h-5 gap-1.5 text-sm text-ink-2 tabular-nums [contain:size_layout_style]">
            {chapter && <bdi className="truncate">{chapter.title}</bdi>}
            {chapter && chapterLeft && chapterLeft !== left && <span className="shrink-0">· {chapterLeft}</span>}
          </p>
        </div>
      )}
      {share > 0 && (
        <div className="mt-2 flex max-w-xl items-center gap-3 text-sm text-ink-2 tabular-nums phone:flex-col phone:items-start phone:gap-1 sideways:mt-1 sideways:flex-row sideways:items-center sideways:gap-3">
          <ProgressLine
            value={share}
            tone={isFinished ? 'success' : 'accent'}
            className="w-full min-w-0 flex-1 phone:flex-none sideways:flex-1"
          />
          <span className="shrink-0">
            <Dotted>
              {t('home.percent', { percent: String(wholePercent(share)) })}
              {!isFinished && !isReading && left}
            </Dotted>
          </span>
        </div>
      )}
    </>
  );
}

function Jumps({ media }: { media: MediaRef }) {
  const page = usePageRef<HomeRef>();
  const jump = (seconds: number) => page.send({ type: 'home.jump', media, seconds });
  return (
    <span dir="ltr" className="flex shrink-0 items-center">
      <JumpButton round direction="back" onPress={(seconds) => jump(-seconds)} />
      <JumpButton round direction="forward" onPress={jump} />
    </span>
  );
}

/** A text that gets shorter after a press keeps the width of `room`, so that nothing moves. */
function SteadyLabel({ room, children }: { room: string | null; children: ReactNode }) {
  if (room === null) return <bdi>{children}</bdi>;
  return (
    <span className="inline-grid max-w-full justify-items-start *:col-start-1 *:row-start-1 *:truncate">
      <bdi>{children}</bdi>
      <bdi aria-hidden="true" data-room="" className="invisible">
        {room}
      </bdi>
    </span>
  );
}

import { useSelector } from '@xstate/react';
import { Fragment, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { selectUrls } from '../../../machines/app/app.selectors.ts';
import { coverSources } from '../../../machines/app/pictures.logic.ts';
import {
  selectChapters,
  selectDuration,
  selectPlayhead,
  selectUsesChapterTrack,
  selectIsWaitingForServer,
  selectSounds,
  selectWantsSound,
  shownChapterIndex,
  shownShare,
} from '../../../machines/playback/player/player.selectors.ts';
import { selectNowPlaying, type NowPlaying } from '../../../machines/playback/player/now-playing.logic.ts';
import { useActorRefOf, useApp, useLinkTo } from '../../app/actors-context.tsx';
import { formatClock, formatPercent, wholePercent } from '../../format/amounts.ts';
import { AppLink } from '../../ui/links.tsx';
import { Cover } from '../../ui/cover.tsx';
import { cx } from '../../ui/cx.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** An inline box: in a block only the end would be cut, without an ellipsis. */
const linkClass = 'py-1 text-inherit no-underline hover:text-ink hover:underline';

export interface CoverPartProps {
  /** Of the picture, in CSS pixels. */
  width: number;
  className?: string | undefined;
}

/** `bare`: nothing over the picture. */
export function ItemCover({ bare = false, width, className }: CoverPartProps & { bare?: boolean | undefined }) {
  const playing = useSelector(useActorRefOf('player'), selectNowPlaying);
  const sounds = useSelector(useActorRefOf('player'), selectSounds) && !bare;
  return (
    playing && <PlayingCover playing={playing} sounds={sounds} isLarge={bare} width={width} className={className} />
  );
}

export function PlayingCover({
  playing,
  sounds,
  isLarge,
  width,
  className,
}: CoverPartProps & {
  playing: Pick<NowPlaying, 'libraryItemId' | 'coverUpdatedAt' | 'title' | 'author'>;
  sounds: boolean;
  isLarge?: boolean | undefined;
}) {
  const t = useTranslations('card');
  const urls = selectUrls(useApp().getSnapshot());
  const { libraryItemId: id, coverUpdatedAt: updatedAt, title, author } = playing;
  const sources = coverSources(
    urls,
    { id, updatedAt: updatedAt ?? 0, media: { coverPath: updatedAt === null ? null : id } },
    width,
  );
  return (
    <div className={className}>
      <Cover
        {...sources}
        aspect="square"
        width={width}
        title={title}
        author={author}
        invalidLabel={t('invalidCover')}
        playback={sounds ? { sounds, label: t('playingNow') } : undefined}
        flight="player"
        isLarge={isLarge}
      />
    </div>
  );
}

interface ItemLinesProps {
  /** Adds the length in windows whose timeline has no room for it. */
  withLength?: boolean | undefined;
  centered?: boolean | undefined;
}

export function ItemLines({ withLength = false, centered = false }: ItemLinesProps) {
  const t = useTranslations('player');
  const linkTo = useLinkTo();
  const playing = useSelector(useActorRefOf('player'), selectNowPlaying);
  if (!playing) return null;
  return (
    <div className={cx('flex min-w-0 flex-col', centered && 'items-center text-center')}>
      <AppLink
        {...linkTo({ name: 'item', id: playing.libraryItemId })}
        dir="auto"
        className={cx(
          'min-h-6 max-w-full truncate text-match font-medium text-ink no-underline hover:underline',
          !centered && 'self-start',
        )}
      >
        {playing.title}
      </AppLink>
      <p dir="auto" className="max-w-full truncate text-match text-sm leading-6 text-ink-2">
        {playing.authors.length > 0
          ? playing.authors.map(({ id, name }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <AppLink {...linkTo({ name: 'author', id })} className={linkClass}>
                  {name}
                </AppLink>
              </Fragment>
            ))
          : bylineOf(playing) || t('unknownAuthor')}
      </p>
      <OrWaiting>
        <Position withLength={withLength} />
      </OrWaiting>
    </div>
  );
}

export function bylineOf({ podcast, author }: Pick<NowPlaying, 'podcast' | 'author'>): string {
  return [podcast, author].filter((name, index, names) => name !== '' && names.indexOf(name) === index).join(' · ');
}

export function OrWaiting({ children }: { children: ReactNode }) {
  const t = useTranslations('player');
  const isWaiting = useSelector(useActorRefOf('player'), selectIsWaitingForServer);
  return isWaiting ? <span className="truncate text-sm text-ink-2">{t('waitingForServer')}</span> : children;
}

/** '42% · Chapter 3'; in chapter-track mode with 'chapter 3 of 12'. */
function Position({ withLength = false }: { withLength?: boolean | undefined }) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const chapters = useSelector(player, selectChapters);
  const usesChapterTrack = useSelector(player, selectUsesChapterTrack);
  const index = useSelector(useSelector(player, selectPlayhead), shownChapterIndex(chapters));
  const chapter = chapters[index];
  return (
    <p className="flex max-w-full min-w-0 gap-1.5 text-sm text-ink-2 tabular-nums">
      <Share />
      {withLength && <Length />}
      {chapter && <span aria-hidden="true">·</span>}
      {chapter && (
        <span dir="auto" className="truncate">
          {chapter.title}
        </span>
      )}
      {chapter && usesChapterTrack && (
        <span className="shrink-0 text-ink-3">{t('chapterOf', { number: index + 1, total: chapters.length })}</span>
      )}
    </p>
  );
}

function Length() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const duration = useSelector(player, selectDuration);
  if (duration === 0) return null;
  return (
    <span className="flex shrink-0 gap-1.5 lg:hidden">
      <span aria-hidden="true">·</span>
      <VisuallyHidden>{t('length')}</VisuallyHidden>
      <time>{formatClock(duration)}</time>
    </span>
  );
}

function Share() {
  const locale = useLocale();
  const player = useActorRefOf('player');
  const chapters = useSelector(player, selectChapters);
  const duration = useSelector(player, selectDuration);
  const usesChapterTrack = useSelector(player, selectUsesChapterTrack);
  const share = shownShare({ chapters, duration, usesChapterTrack });
  const percent = useSelector(useSelector(player, selectPlayhead), (state) => wholePercent(share(state)));
  return <span className="shrink-0">{formatPercent(percent / 100, locale)}</span>;
}

/** For screen readers: what plays, is paused, or waits for the server. */
export function NowPlayingStatus() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const title = useSelector(player, selectNowPlaying)?.title ?? '';
  const wantsSound = useSelector(player, selectWantsSound);
  const isWaiting = useSelector(player, selectIsWaitingForServer);
  const text = isWaiting ? t('waitingForServer') : title && t(wantsSound ? 'nowPlaying' : 'nowPaused', { title });
  return (
    <div role="status">
      <VisuallyHidden>{text}</VisuallyHidden>
    </div>
  );
}

import { useSelector } from '@xstate/react';
import { Fragment } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { coverSources, selectUrls } from '../../machines/app/urls.selectors.ts';
import {
  selectChapters, selectDuration, selectNowPlaying, selectPlayhead, selectUsesChapterTrack, selectWantsSound, shownChapterIndex, shownShare,
} from '../../machines/player/player.selectors.ts';
import { useActorRefOf, useApp, useLinkTo } from '../app/actors-context.tsx';
import { formatPercent, wholePercent } from '../format/percent.ts';
import { AppLink } from '../ui/app-link.tsx';
import { Cover } from '../ui/cover.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

const linkClass = 'text-inherit no-underline hover:text-ink hover:underline';

/** The cover of the open item, square (PLR-003). `width` in CSS pixels; the box is as wide as `className` says. */
export function ItemCover({ width, className }: { width: number; className?: string | undefined }) {
  const t = useTranslations('player');
  const urls = selectUrls(useApp().getSnapshot());
  const playing = useSelector(useActorRefOf('player'), selectNowPlaying);
  if (!playing) return null;
  const { libraryItemId: id, coverUpdatedAt: updatedAt, title, author } = playing;
  const sources = coverSources(urls, { id, updatedAt: updatedAt ?? 0, media: { coverPath: updatedAt === null ? null : id } }, width);
  return (
    <div className={className}>
      <Cover {...sources} aspect="square" width={width} title={title} author={author} invalidLabel={t('invalidCover')} />
    </div>
  );
}

/** Title and authors with their pages (PLR-004 to PLR-007), and below where in the item it is. */
export function ItemLines() {
  const t = useTranslations('player');
  const linkTo = useLinkTo();
  const playing = useSelector(useActorRefOf('player'), selectNowPlaying);
  if (!playing) return null;
  return (
    <div className="flex min-w-0 flex-col">
      <AppLink {...linkTo({ name: 'item', id: playing.libraryItemId })} dir="auto" className="truncate text-match font-medium text-ink no-underline hover:underline">
        {playing.title}
      </AppLink>
      <p dir="auto" className="truncate text-match text-sm text-ink-2">
        {playing.authors.length > 0
          ? playing.authors.map(({ id, name }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <AppLink {...linkTo({ name: 'author', id })} className={linkClass}>{name}</AppLink>
              </Fragment>
            ))
          : playing.author || t('unknownAuthor')}
      </p>
      <Whereabouts />
    </div>
  );
}

/** Share and chapter: '42% · Chapter 3'; in chapter-track mode with 'chapter 3 of 12' (PLR-022 to PLR-024). */
export function Whereabouts() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const chapters = useSelector(player, selectChapters);
  const usesChapterTrack = useSelector(player, selectUsesChapterTrack);
  const index = useSelector(useSelector(player, selectPlayhead), shownChapterIndex(chapters));
  const chapter = chapters[index];
  return (
    <p className="flex min-w-0 gap-1.5 text-sm text-ink-2 tabular-nums">
      <Share />
      {chapter && <span aria-hidden="true">·</span>}
      {chapter && <span dir="auto" className="truncate">{chapter.title}</span>}
      {chapter && usesChapterTrack && <span className="shrink-0 text-ink-3">{t('chapterOf', { number: index + 1, total: chapters.length })}</span>}
    </p>
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

/** Says to screen readers what plays, when something begins or stops to. */
export function NowPlayingStatus() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const title = useSelector(player, selectNowPlaying)?.title ?? '';
  const wantsSound = useSelector(player, selectWantsSound);
  return <div role="status"><VisuallyHidden>{title && t(wantsSound ? 'nowPlaying' : 'nowPaused', { title })}</VisuallyHidden></div>;
}

import { useSelector } from '@xstate/react';
import { CircleCheck, CircleMinus, CirclePlus, CircleX, Pencil } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { playStateOf } from '../../../machines/playback/player/player.selectors.ts';
import type { SeriesRef } from '../../../machines/browse/series/series.machine.ts';
import {
  finishedOf,
  isBegunOf,
  nextBookOf,
  selectIsDescriptionOpen,
} from '../../../machines/browse/series/series.selectors.ts';
import { isHiddenFromContinue, selectMayUpdate } from '../../../machines/app/session/session.selectors.ts';
import type { ListRef } from '../../../machines/kit/windowed-list/windowed-list.protocol.ts';
import { selectLength } from '../../../machines/kit/windowed-list/windowed-list.selectors.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { SeriesDetail } from '../../../schemas/api/series.ts';
import { useActorRefOf, useMenu, usePageRef } from '../../app/actors-context.tsx';
import { Description } from '../../shared/description.tsx';
import { useFeedEntries } from '../../shared/use-publish-entries.tsx';
import { Button } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Heading } from '../../ui/heading.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { MenuEntry } from '../../ui/menu-button.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';

interface SeriesHeadProps {
  series: SeriesDetail;
  list: ListRef<LibraryItemMinified>;
}

export function SeriesHead({ series, list }: SeriesHeadProps) {
  const t = useTranslations('series');
  const tLibrary = useTranslations('library');
  const page = usePageRef<SeriesRef>();
  const ids = series.progress?.libraryItemIds ?? [];
  const finished = useSelector(useActorRefOf('progress'), finishedOf(ids));
  const expanded = useSelector(page, selectIsDescriptionOpen);
  return (
    <header className="flex flex-col gap-4 pb-2">
      <div className="flex flex-col gap-1.5">
        <Heading level={1} className="text-match">
          <bdi>{series.name}</bdi>
        </Heading>
        <p className="text-sm text-ink-2 tabular-nums">
          <Dotted>
            {tLibrary('books', { count: ids.length })}
            {finished > 0 && (finished < ids.length ? t('finishedOf', { finished, count: ids.length }) : t('allDone'))}
          </Dotted>
        </p>
        {finished > 0 && finished < ids.length && <ProgressLine value={finished / ids.length} className="max-w-80" />}
      </div>
      <div className="flex items-center gap-2">
        <PlaySeries ids={ids} list={list} />
        <SeriesMenu series={series} finished={finished} count={ids.length} />
      </div>
      <Description
        html={series.description}
        expanded={expanded}
        onToggle={() => page.send({ type: 'series.toggleDescription' })}
      />
    </header>
  );
}

function PlaySeries({ ids, list }: { ids: readonly string[]; list: SeriesHeadProps['list'] }) {
  const t = useTranslations('series');
  const tCommon = useTranslations('common');
  const page = usePageRef<SeriesRef>();
  const player = useActorRefOf('player');
  const progress = useActorRefOf('progress');
  const pages = useSelector(list, ({ context }) => context.pages);
  const next = useSelector(progress, nextBookOf(pages, useSelector(list, selectLength)));
  const isBegun = useSelector(progress, isBegunOf(ids));
  const isFinished = useSelector(progress, finishedOf(ids)) === ids.length;
  const isPlaying = useSelector(player, playStateOf(next?.id ?? '', null)) === 'playing';
  const title = next?.media.metadata.title ?? '';
  const wording = isFinished ? 'again' : isBegun ? 'continue' : 'start';
  return (
    <Button
      variant="primary"
      size="lg"
      icon={<PlayIcon isPlaying={isPlaying} size={20} />}
      className="max-w-[calc(100%-4rem)]"
      onClick={() => page.send({ type: 'series.playOrPause' })}
      onPointerEnter={() => player.send({ type: 'player.prefetch' })}
    >
      <bdi className="line-clamp-1 break-all">
        {isPlaying ? tCommon('pause') : next ? t(wording, { title }) : t('play')}
      </bdi>
    </Button>
  );
}

function SeriesMenu({ series, finished, count }: { series: SeriesDetail; finished: number; count: number }) {
  const t = useTranslations('series');
  const page = usePageRef<SeriesRef>();
  const menu = useMenu(`series/${series.id}`);
  const isHidden = useSelector(useActorRefOf('session'), isHiddenFromContinue(series.id));
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  const feedEntries = useFeedEntries();
  const mark = (isFinished: boolean): MenuEntry => ({
    kind: 'action',
    id: isFinished ? 'finish' : 'unfinish',
    label: isFinished ? t('markFinished') : t('markUnfinished'),
    icon: isFinished ? <CircleCheck size={16} /> : <CircleX size={16} />,
    onSelect: () => page.send({ type: 'series.markAll', isFinished }),
  });
  const rename: MenuEntry = {
    kind: 'action',
    id: 'rename',
    label: t('rename'),
    icon: <Pencil size={16} />,
    onSelect: () => page.send({ type: 'series.rename' }),
  };
  const entries: readonly MenuEntry[] = [
    ...(mayUpdate ? [rename] : []),
    ...(finished < count ? [mark(true)] : []),
    ...(finished > 0 ? [mark(false)] : []),
    {
      kind: 'action',
      id: 'continue',
      label: isHidden ? t('show') : t('hide'),
      icon: isHidden ? <CirclePlus size={16} /> : <CircleMinus size={16} />,
      onSelect: () => page.send({ type: isHidden ? 'series.show' : 'series.hide' }),
    },
    ...feedEntries(
      {
        entityType: 'series',
        entityId: series.id,
        name: series.name,
        feed: series.rssFeed ?? null,
        hasEpisodesWithoutPubDate: false,
      },
      count > 0,
    ),
  ];
  return <MenuButton {...menu} size="lg" label={t('more', { title: series.name })} entries={entries} />;
}

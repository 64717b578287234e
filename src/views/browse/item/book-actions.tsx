import { BookOpen } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { ebookFormatOf, trackCount, wholeBook, type ShownBook } from '../../../machines/kit/shown-item.logic.ts';
import { chapterAt } from '../../../machines/playback/player/chapters.logic.ts';
import { isReadable } from '../../../machines/reader/formats.logic.ts';
import { bookToQueue } from '../../../machines/playback/queue/queue-item.logic.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { formatClock } from '../../format/amounts.ts';
import { usePlayed, useProgress } from '../../shared/use-progress.ts';
import { useRead, useReadIntent } from '../../shared/use-play.ts';
import { QueueMenu } from '../../shared/queue-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { FinishedButton } from '../../ui/row-buttons.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';
import { ItemMenu } from './item-menu.tsx';
import { useItemPlay } from './use-item-play.ts';

export function BookActions({ item, title }: { item: ShownBook; title: string }) {
  const t = useTranslations('common');
  const page = usePageRef<ItemRef>();
  const isFinished = useProgress(item.id)?.isFinished ?? false;
  const hasTracks = trackCount(item) > 0;
  const read = useRead();
  const whole = wholeBook(item);
  const readBook = () => read(item.id, whole?.media.ebookFile?.ino ?? null, whole);
  const intent = useReadIntent(item.id, ebookFormatOf(item), whole !== null);
  const canRead = isReadable(ebookFormatOf(item)) && !item.isMissing;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {hasTracks && <PlayButton item={item} title={title} />}
      {canRead && !hasTracks && (
        <Button
          variant="primary"
          size="lg"
          aria-label={t('readTitle', { title })}
          icon={<BookOpen size={20} />}
          className="max-w-80 min-w-0 shrink! grow basis-52 rounded-full! phone:max-w-none"
          onClick={readBook}
          {...intent}
        >
          {t('read')}
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {canRead && hasTracks && (
          <IconButton
            size="lg"
            label={t('readTitle', { title })}
            tip={t('read')}
            icon={<BookOpen size={20} />}
            onClick={readBook}
            {...intent}
          />
        )}
        <QueueMenu
          size="lg"
          id={item.id}
          item={{ libraryItemId: item.id, episodeId: null, libraryId: item.libraryId, title }}
          make={() => (hasTracks ? bookToQueue(item) : null)}
        />
        <FinishedButton
          size="lg"
          finished={isFinished}
          label={isFinished ? t('markUnfinished') : t('markFinished')}
          onToggle={() => page.send({ type: 'item.toggleFinished', episodeId: null })}
        />
        <ItemMenu item={item} title={title} />
      </div>
    </div>
  );
}

/**
 * 'Resume at 6:00:12 · Chapter 61', in narrow windows without the chapter. Its width never changes. It has a line of
 * its own where the buttons beside it would cut the time.
 */
function PlayButton({ item, title }: { item: ShownBook; title: string }) {
  const t = useTranslations('item');
  const tCommon = useTranslations('common');
  const { id } = item;
  const { isPlaying, press } = useItemPlay(id, null);
  const progress = useProgress(id);
  // While it plays the label is 'Pause', without the time.
  const played = usePlayed(id, null, (time) => (isPlaying ? 0 : Math.floor(time)));
  const position = played ?? progress?.currentTime ?? 0;
  const time = formatClock(position);
  const chapter = chapterAt(wholeBook(item)?.media.chapters.items ?? [], position)?.title;
  const isFinished = played === null && progress?.isFinished;
  const isBegun = !isFinished && (isPlaying || position > 0);
  const short = isFinished ? tCommon('playAgain') : isBegun ? tCommon('resumeAt', { time }) : tCommon('play');
  const long = isBegun && chapter ? t('resumeInChapter', { time, chapter }) : short;
  const label = (text: string) => <bdi>{isPlaying ? tCommon('pause') : text}</bdi>;
  return (
    <Button
      {...press}
      variant="primary"
      size="lg"
      aria-label={`${isPlaying ? tCommon('pause') : long}: ${title}`}
      icon={<PlayIcon isPlaying={isPlaying} size={20} />}
      className="max-w-96 min-w-0 shrink! grow basis-60 rounded-full! phone:max-w-none [&_span]:truncate"
    >
      <span className="max-[22.5rem]:hidden">{label(long)}</span>
      <span className="hidden max-[22.5rem]:inline">{label(short)}</span>
    </Button>
  );
}

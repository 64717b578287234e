import { useSelector } from '@xstate/react';
import { Pause, Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { isUnderWay } from '../../machines/item/item.selectors.ts';
import { chapterAt, playStateOf } from '../../machines/player/player.selectors.ts';
import type { BookItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { formatClock } from '../format/clock.ts';
import { useProgress } from '../library/use-progress.ts';
import { Button } from '../ui/button.tsx';
import { FinishedButton } from '../ui/finished-button.tsx';

/** What one does with a book: play it, with what that means written on the button, and mark it finished. */
export function BookActions({ item, title }: { item: BookItemExpanded; title: string }) {
  const t = useTranslations('item');
  const page = usePageRef<ItemRef>();
  const progress = useProgress(item.id);
  const isFinished = progress?.isFinished ?? false;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {item.media.tracks.length > 0 && <PlayButton item={item} title={title} />}
      <FinishedButton
        size="lg"
        finished={isFinished}
        label={isFinished ? t('markUnfinished') : t('markFinished')}
        onToggle={() => page.send({ type: 'item.toggleFinished', episodeId: null, shown: progress })}
      />
    </div>
  );
}

function PlayButton({ item, title }: { item: BookItemExpanded; title: string }) {
  const t = useTranslations('item');
  const page = usePageRef<ItemRef>();
  const player = useActorRefOf('player');
  const state = useSelector(player, playStateOf(item.id, null));
  const progress = useProgress(item.id);
  const press = () => {
    if (state === 'none') page.send({ type: 'item.play', episodeId: null });
    else player.send({ type: 'player.toggle' });
  };
  const chapter = chapterAt(item.media.chapters, progress?.currentTime ?? 0)?.title;
  const time = formatClock(progress?.currentTime ?? 0);
  const resume = chapter ? t('resumeInChapter', { time, chapter }) : t('resume', { time });
  const label = state === 'playing' ? t('pause') : progress?.isFinished ? t('playAgain') : isUnderWay(progress) ? resume : t('play');
  return (
    <Button
      variant="primary"
      size="lg"
      aria-label={`${label}: ${title}`}
      icon={state === 'playing' ? <Pause size={20} fill="currentColor" /> : <Play size={20} fill="currentColor" />}
      onPointerEnter={() => player.send({ type: 'player.warm' })}
      onClick={press}
      className="max-w-full shrink! rounded-full! [&_span]:truncate"
    >
      <bdi>{label}</bdi>
    </Button>
  );
}

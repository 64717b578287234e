import { useSelector } from '@xstate/react';
import { ListMusic, Bookmark } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { isQueueMenu, QUEUE_MENU } from '../../../machines/playback/queue/queue.logic.ts';
import { selectWaiting } from '../../../machines/playback/queue/queue.selectors.ts';
import { useActorRefOf, useMenu } from '../../app/actors-context.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTrigger } from '../../ui/use-trigger.ts';
import { BOOKMARKS_MENU } from '../../../machines/playback/player/bookmarks.logic.ts';
import { selectBookmarksRef } from '../../../machines/playback/player/player.selectors.ts';
import { selectNowPlaying } from '../../../machines/playback/player/now-playing.logic.ts';
import { useBookmarks } from '../../shared/use-progress.ts';
import { usePreloaded } from './dialog-buttons.tsx';

const queueDialog = chunk(async () => (await import('./queue-dialog.tsx')).QueueDialog);

export function QueueButton() {
  const t = useTranslations('queue');
  const count = useSelector(useActorRefOf('queue'), (state) => selectWaiting(state).length);
  const open = useSelector(useActorRefOf('menus'), ({ context }) => isQueueMenu(context.openId));
  const { onOpenChange } = useMenu(QUEUE_MENU);
  const { trigger } = useTrigger({ popup: 'dialog', open, onPress: onOpenChange, onPrefetch: queueDialog.preload });
  usePreloaded(queueDialog);
  return (
    <>
      <IconButton
        {...trigger}
        label={count > 0 ? t('labelCount', { count }) : t('label')}
        icon={<ListMusic size={20} />}
        shortcut="Q"
        tipSide="top"
        badge={
          count > 0 && (
            <span
              aria-hidden="true"
              className="absolute end-0 top-0 min-w-4 rounded-full bg-surface-3 px-1 text-center text-[0.6875rem] leading-4 font-medium text-ink tabular-nums"
            >
              {count > 99 ? '99+' : count}
            </span>
          )
        }
      />
      {open && <queueDialog.View onDismiss={() => onOpenChange(false)} />}
    </>
  );
}

const bookmarksDialog = chunk(async () => (await import('../../shared/bookmarks-dialog.tsx')).BookmarksDialog);

export function BookmarksButton() {
  const playing = useSelector(useActorRefOf('player'), selectNowPlaying);
  if (playing?.episodeId !== null) return null;
  return <BookmarksOf libraryItemId={playing.libraryItemId} title={playing.title} />;
}

function BookmarksOf({ libraryItemId, title }: { libraryItemId: string; title: string }) {
  const t = useTranslations('bookmarks');
  const ref = useSelector(useActorRefOf('player'), selectBookmarksRef);
  const { length } = useBookmarks(libraryItemId);
  const { open, onOpenChange } = useMenu(BOOKMARKS_MENU);
  const { trigger } = useTrigger({
    popup: 'dialog',
    open,
    onPress(next) {
      ref?.send({ type: 'bookmarks.reset' });
      onOpenChange(next);
    },
    onPrefetch: bookmarksDialog.preload,
  });
  usePreloaded(bookmarksDialog);
  return (
    <>
      <IconButton
        {...trigger}
        label={length > 0 ? t('labelCount', { count: length }) : t('label')}
        icon={<Bookmark size={20} fill={length > 0 ? 'currentColor' : 'none'} />}
        shortcut="B"
        tipSide="top"
      />
      {open && ref && (
        <bookmarksDialog.View
          hasTrigger
          bookmarks={ref}
          libraryItemId={libraryItemId}
          title={title}
          onDismiss={() => onOpenChange(false)}
        />
      )}
    </>
  );
}

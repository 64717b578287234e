import { useSelector } from '@xstate/react';
import { Bookmark } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { BOOKMARKS_MENU } from '../../machines/player/bookmarks.logic.ts';
import { selectBookmarksRef, selectNowPlaying } from '../../machines/player/player.selectors.ts';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { chunk } from '../ui/chunk.tsx';
import { usePreloaded } from './use-preloaded.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useTrigger } from '../ui/use-trigger.ts';
import { useBookmarks } from '../library/use-bookmarks.ts';

const bookmarksDialog = chunk(async () => (await import('../library/bookmarks-dialog.tsx')).BookmarksDialog);

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

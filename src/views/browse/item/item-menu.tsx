import { useSelector } from '@xstate/react';
import { Bookmark, Download, ListTree, Pencil, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { ebookFormatOf, trackCount, wholeBook, type ShownItem } from '../../../machines/kit/shown-item.logic.ts';
import { selectBookmarksRef } from '../../../machines/playback/player/player.selectors.ts';
import type { Job } from '../../../machines/browse/selection/selection.protocol.ts';
import { pickedItem } from '../../../machines/browse/selection/selection.logic.ts';
import {
  selectMayDelete,
  selectMayDownload,
  selectMayUpdate,
} from '../../../machines/app/session/session.selectors.ts';
import { hrefTo } from '../../../machines/kit/router/routes.ts';
import { useActorRefOf, useMenu, usePageRef } from '../../app/actors-context.tsx';
import { useBookmarks } from '../../shared/use-progress.ts';
import { useEditEntries } from '../../shared/use-item-entries.tsx';
import { usePublishEntries } from '../../shared/use-publish-entries.tsx';
import { useSendEntries } from '../../shared/use-send-entries.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { entriesFrom, MenuButton, type MenuEntry } from '../../ui/menu-button.tsx';

const bookmarksDialog = chunk(async () => (await import('../../shared/bookmarks-dialog.tsx')).BookmarksDialog);

export function ItemMenu({ item, title, more = [] }: { item: ShownItem; title: string; more?: readonly MenuEntry[] }) {
  const tCard = useTranslations('card');
  const page = usePageRef<ItemRef>();
  const menu = useMenu(`item/${item.id}`);
  const marks = useMenu('item-bookmarks');
  const bookmarks = useSelector(useActorRefOf('player'), selectBookmarksRef);
  const [edit] = useEditEntries(item.id, title)();
  const marksEntry = useMarksEntry(item, () => {
    bookmarks?.send({ type: 'bookmarks.reset' });
    marks.onOpenChange(true);
  });
  const chaptersEntry = useChaptersEntry(item);
  const { download, remove } = useJobEntries(item);
  const format = item.mediaType === 'book' && !item.isMissing ? ebookFormatOf(item) : null;
  const sendEntries = useSendEntries({ id: item.id, title, format });
  const publishEntries = usePublishEntries(item, title);
  const entries = entriesFrom([
    edit,
    chaptersEntry,
    marksEntry,
    download,
    ...sendEntries,
    ...publishEntries,
    ...more,
    remove,
  ]);
  return (
    <>
      {edit && (
        <IconButton
          size="lg"
          label={edit.label}
          icon={<Pencil size={20} />}
          aria-haspopup="dialog"
          onClick={edit.onSelect}
        />
      )}
      {entries.length > 0 && (
        <div ref={handFocusOn} className="contents">
          <MenuButton {...menu} size="lg" label={tCard('more', { title })} entries={entries} />
        </div>
      )}
      {marks.open && bookmarks && (
        <bookmarksDialog.View
          bookmarks={bookmarks}
          libraryItemId={item.id}
          title={title}
          onGo={(startTime) => page.send({ type: 'item.playFrom', episodeId: null, startTime })}
          onDismiss={() => marks.onOpenChange(false)}
        />
      )}
    </>
  );
}

function useChaptersEntry(item: ShownItem): MenuEntry | false {
  const t = useTranslations('pages');
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  return (
    mayUpdate &&
    item.mediaType === 'book' &&
    trackCount(item) > 0 && {
      kind: 'link',
      id: 'chapters',
      label: t('chapters'),
      icon: <ListTree size={16} />,
      to: hrefTo({ name: 'chapters', id: item.id }),
    }
  );
}

function useMarksEntry(item: ShownItem, onSelect: () => void): MenuEntry | false {
  const t = useTranslations('bookmarks');
  const { length } = useBookmarks(item.id);
  return (
    length > 0 &&
    item.mediaType === 'book' &&
    wholeBook(item) !== null && {
      kind: 'action',
      id: 'bookmarks',
      label: t('labelCount', { count: length }),
      icon: <Bookmark size={16} />,
      onSelect,
    }
  );
}

function useJobEntries(item: ShownItem): Record<'download' | 'remove', MenuEntry | false> {
  const t = useTranslations('selection.actions');
  const selection = useActorRefOf('selection');
  const session = useActorRefOf('session');
  const mayDownload = useSelector(session, selectMayDownload);
  const mayDelete = useSelector(session, selectMayDelete);
  const run = (job: Job) => () => selection.send({ type: 'selection.run', job, picked: [pickedItem(item)] });
  return {
    download: mayDownload &&
      !item.isMissing && {
        kind: 'action',
        id: 'download',
        label: t('download'),
        icon: <Download size={16} />,
        onSelect: run({ kind: 'download' }),
      },
    remove: mayDelete && {
      kind: 'action',
      id: 'delete',
      label: t('delete'),
      icon: <Trash2 size={16} />,
      tone: 'danger',
      onSelect: run({ kind: 'delete', hard: null }),
    },
  };
}

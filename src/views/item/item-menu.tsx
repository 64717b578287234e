import { useSelector } from '@xstate/react';
import { Bookmark, Download, ListTree, Pencil, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { ebookFormatOf, trackCount, wholeBook, type ShownItem } from '../../machines/library/shown-item.logic.ts';
import { selectBookmarksRef } from '../../machines/player/player.selectors.ts';
import type { Job } from '../../machines/selection/selection.protocol.ts';
import { pickedItem } from '../../machines/selection/selection.logic.ts';
import { selectMayDelete, selectMayDownload, selectMayUpdate } from '../../machines/session/session.selectors.ts';
import { hrefTo } from '../../machines/router/routes.ts';
import { useActorRefOf, useMenu, usePageRef } from '../app/actors-context.tsx';
import { useBookmarks } from '../library/use-progress.ts';
import { useEditEntries } from '../library/use-item-entries.tsx';
import { usePublishEntries } from '../library/use-publish-entries.tsx';
import { useSendEntries } from '../library/use-send-entries.tsx';
import { chunk } from '../ui/chunk.tsx';
import { handFocusOn } from '../ui/focus.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';

const bookmarksDialog = chunk(async () => (await import('../library/bookmarks-dialog.tsx')).BookmarksDialog);

export function ItemMenu({ item, title, more = [] }: { item: ShownItem; title: string; more?: readonly MenuEntry[] }) {
  const t = useTranslations('selection.actions');
  const tCard = useTranslations('card');
  const tPages = useTranslations('pages');
  const tBookmarks = useTranslations('bookmarks');
  const page = usePageRef<ItemRef>();
  const selection = useActorRefOf('selection');
  const session = useActorRefOf('session');
  const mayUpdate = useSelector(session, selectMayUpdate);
  const mayDownload = useSelector(session, selectMayDownload);
  const mayDelete = useSelector(session, selectMayDelete);
  const editEntries = useEditEntries(item.id, title);
  const format = item.mediaType === 'book' && !item.isMissing ? ebookFormatOf(item) : null;
  const publishEntries = usePublishEntries(item, title);
  const sendEntries = useSendEntries({ id: item.id, title, format });
  const menu = useMenu(`item/${item.id}`);
  const marks = useMenu('item-bookmarks');
  const bookmarks = useSelector(useActorRefOf('player'), selectBookmarksRef);
  const { length } = useBookmarks(item.id);
  const hasMarks = length > 0 && item.mediaType === 'book' && wholeBook(item) !== null;
  const run = (job: Job) => () => selection.send({ type: 'selection.run', job, picked: [pickedItem(item)] });
  const [edit] = editEntries();
  const entries: MenuEntry[] = [
    ...(edit ? [edit] : []),
    ...(mayUpdate && item.mediaType === 'book' && trackCount(item) > 0
      ? [
          {
            kind: 'link' as const,
            id: 'chapters',
            label: tPages('chapters'),
            icon: <ListTree size={16} />,
            to: hrefTo({ name: 'chapters', id: item.id }),
          },
        ]
      : []),
    ...(hasMarks
      ? [
          {
            kind: 'action' as const,
            id: 'bookmarks',
            label: tBookmarks('labelCount', { count: length }),
            icon: <Bookmark size={16} />,
            onSelect: () => {
              bookmarks?.send({ type: 'bookmarks.reset' });
              marks.onOpenChange(true);
            },
          },
        ]
      : []),
    ...(mayDownload && !item.isMissing
      ? [
          {
            kind: 'action' as const,
            id: 'download',
            label: t('download'),
            icon: <Download size={16} />,
            onSelect: run({ kind: 'download' }),
          },
        ]
      : []),
    ...sendEntries,
    ...publishEntries,
    ...more,
    ...(mayDelete
      ? [
          {
            kind: 'action' as const,
            id: 'delete',
            label: t('delete'),
            icon: <Trash2 size={16} />,
            tone: 'danger' as const,
            onSelect: run({ kind: 'delete', hard: null }),
          },
        ]
      : []),
  ];
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

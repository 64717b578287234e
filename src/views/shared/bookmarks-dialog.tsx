import { useSelector } from '@xstate/react';
import { Download, Check, Pencil, Trash2, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { isAt, mayCreateAt, selectDraft } from '../../machines/playback/player/bookmarks.logic.ts';
import type { BookmarksRef } from '../../machines/playback/player/bookmarks.machine.ts';
import { selectPlayhead } from '../../machines/playback/player/player.selectors.ts';
import type { Bookmark } from '../../schemas/api/progress.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { formatClock } from '../format/amounts.ts';
import { buttonClass, Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { cx } from '../ui/cx.ts';
import { focusOnMount, handFocusOn } from '../ui/focus.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { usePlayed, useBookmarks } from './use-progress.ts';
import { selectEdited, selectTitle } from '../../machines/playback/player/bookmarks.logic.ts';

interface BookmarksDialogProps {
  bookmarks: BookmarksRef;
  libraryItemId: string;
  title: string;
  /** Makes it a list of any book: reports the pressed bookmark. */
  onGo?: ((time: number) => void) | undefined;
  hasTrigger?: boolean | undefined;
  onDismiss: () => void;
}

/** The bookmarks of a book. Times are of the book, at any speed. */
export function BookmarksDialog({
  bookmarks,
  libraryItemId,
  title,
  onGo,
  hasTrigger = false,
  onDismiss,
}: BookmarksDialogProps) {
  const t = useTranslations('bookmarks');
  const tCommon = useTranslations('common');
  const player = useActorRefOf('player');
  const list = useBookmarks(libraryItemId);
  const current = usePlayed(libraryItemId, null, (time) => list.findIndex((bookmark) => isAt(bookmark, time)));
  const goTo = (time: number) => {
    if (onGo) onGo(time);
    else player.send({ type: 'player.seek', time, reason: 'bookmark' });
    onDismiss();
  };
  return (
    <Dialog
      hasTrigger={hasTrigger}
      open
      title={t('title')}
      closeLabel={tCommon('close')}
      width={500}
      onDismiss={onDismiss}
      header={list.length > 0 ? <Export title={title} list={list} /> : undefined}
    >
      {list.length === 0 ? (
        <p className="py-6 text-center text-sm text-ink-2">{t('none')}</p>
      ) : (
        <ul aria-label={t('list')} className="-mx-3 max-h-[calc(80vh-60px)] overflow-y-auto overscroll-contain">
          {list.map((bookmark, index) => (
            <BookmarkRow
              key={bookmark.time}
              bookmarks={bookmarks}
              bookmark={bookmark}
              isCurrent={index === current}
              onGo={() => goTo(bookmark.time)}
            />
          ))}
        </ul>
      )}
      {!onGo && <NewBookmark bookmarks={bookmarks} libraryItemId={libraryItemId} list={list} />}
    </Dialog>
  );
}

/** A line per bookmark: '1:02:03  Title'. */
function Export({ title, list }: { title: string; list: readonly Bookmark[] }) {
  const t = useTranslations('bookmarks');
  const lines = [title, '', ...list.map((bookmark) => `${formatClock(bookmark.time)}  ${bookmark.title}`), ''];
  return (
    <a
      href={`data:text/plain;charset=utf-8,${encodeURIComponent(lines.join('\n'))}`}
      download={t('fileName', { title })}
      className={buttonClass('ghost', 'sm')}
    >
      <Download size={16} />
      {t('export')}
    </a>
  );
}

interface NewBookmarkProps {
  bookmarks: BookmarksRef;
  libraryItemId: string;
  list: readonly Bookmark[];
}

function NewBookmark({ bookmarks, libraryItemId, list }: NewBookmarkProps) {
  const t = useTranslations('bookmarks');
  const playhead = useSelector(useActorRefOf('player'), selectPlayhead);
  const time = useSelector(playhead, ({ context }) => Math.floor(context.time));
  const isPossible = useSelector(playhead, ({ context }) => mayCreateAt(list, context.time));
  const draft = useSelector(bookmarks, selectDraft);
  return (
    <form
      className="mt-3 flex flex-col gap-2 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        bookmarks.send({ type: 'bookmarks.create', libraryItemId });
      }}
    >
      <p className="text-sm text-ink-2 tabular-nums">{t('new', { time: formatClock(time) })}</p>
      <div className="flex items-end gap-2">
        <TextField
          label={t('note')}
          labelHidden
          placeholder={t('note')}
          dir="auto"
          autoComplete="off"
          className="flex-1"
          value={draft}
          onChange={(text) => bookmarks.send({ type: 'bookmarks.change', text })}
        />
        <Button type="submit" variant="primary" size="lg" disabledReason={isPossible ? null : t('taken')}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}

interface BookmarkRowProps {
  bookmarks: BookmarksRef;
  bookmark: Bookmark;
  isCurrent: boolean;
  onGo: () => void;
}

function BookmarkRow({ bookmarks, bookmark, isCurrent, onGo }: BookmarkRowProps) {
  const t = useTranslations('bookmarks');
  const isEdited = useSelector(bookmarks, (state) => selectEdited(state)?.time === bookmark.time);
  const { title } = bookmark;
  const time = formatClock(bookmark.time);
  if (isEdited) return <EditedRow bookmarks={bookmarks} time={time} />;
  return (
    <li
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'flex items-center rounded-sm pe-1 focus-within:bg-surface-2 hover:bg-surface-2',
        isCurrent && 'bg-surface-2',
      )}
    >
      <button
        type="button"
        aria-label={t('goTo', { title, time })}
        onClick={onGo}
        className={cx(
          'flex min-h-10 min-w-0 flex-1 items-center gap-3 px-3 py-2 text-start text-sm touch:min-h-11',
          isCurrent ? 'font-medium text-accent-text' : 'text-ink',
        )}
      >
        <span className="shrink-0 text-ink-2 tabular-nums">{time}</span>
        <span dir="auto" className="min-w-0 text-match wrap-anywhere">
          {title}
        </span>
      </button>
      <IconButton
        size="sm"
        tip={null}
        label={t('edit', { title })}
        icon={<Pencil size={16} />}
        onClick={() => bookmarks.send({ type: 'bookmarks.edit', bookmark })}
      />
      <IconButton
        size="sm"
        tip={null}
        label={t('remove', { title })}
        icon={<Trash2 size={16} />}
        onClick={() => bookmarks.send({ type: 'bookmarks.remove', bookmark })}
      />
    </li>
  );
}

function EditedRow({ bookmarks, time }: { bookmarks: BookmarksRef; time: string }) {
  const t = useTranslations('bookmarks');
  const tCommon = useTranslations('common');
  const title = useSelector(bookmarks, selectTitle);
  return (
    <li ref={handFocusOn}>
      <form
        className="flex items-center gap-2 px-3 py-1"
        onSubmit={(event) => {
          event.preventDefault();
          bookmarks.send({ type: 'bookmarks.submit' });
        }}
      >
        <TextField
          ref={focusOnMount}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // The dialog stays open.
            event.stopPropagation();
            bookmarks.send({ type: 'bookmarks.cancel' });
          }}
          label={t('newTitle', { time })}
          labelHidden
          dir="auto"
          className="flex-1"
          value={title}
          onChange={(text) => bookmarks.send({ type: 'bookmarks.changeTitle', text })}
        />
        <IconButton
          size="sm"
          label={t('save')}
          icon={<Check size={18} />}
          onClick={() => bookmarks.send({ type: 'bookmarks.submit' })}
        />
        <IconButton
          size="sm"
          label={tCommon('cancel')}
          icon={<X size={18} />}
          onClick={() => bookmarks.send({ type: 'bookmarks.cancel' })}
        />
      </form>
    </li>
  );
}

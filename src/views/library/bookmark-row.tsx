import { useSelector } from '@xstate/react';
import { Check, Pencil, Trash2, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { BookmarksRef } from '../../machines/player/bookmarks.machine.ts';
import { selectEdited, selectTitle } from '../../machines/player/bookmarks.logic.ts';
import type { Bookmark } from '../../schemas/api/progress.ts';
import { formatClock } from '../format/clock.ts';
import { cx } from '../ui/cx.ts';
import { focusOnMount } from '../ui/focus-on-mount.ts';
import { handFocusOn } from '../ui/hand-focus-on.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';

export interface BookmarkRowProps {
  bookmarks: BookmarksRef;
  bookmark: Bookmark;
  isCurrent: boolean;
  onGo: () => void;
}

export function BookmarkRow({ bookmarks, bookmark, isCurrent, onGo }: BookmarkRowProps) {
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

import { memo } from 'react';
import type { MouseEvent } from 'react';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { QUEUE_MENU } from '../../../machines/playback/queue/queue.logic.ts';
import type { QueueItem } from '../../../schemas/queue.ts';
import { useActorRefOf, useApp } from '../../app/actors-context.tsx';
import { formatClock } from '../../format/amounts.ts';
import { RowGrip } from '../../shared/row-grip.tsx';
import { cx } from '../../ui/cx.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { selectUrls } from '../../../machines/app/app.selectors.ts';
import { coverSources } from '../../../machines/app/pictures.logic.ts';
import { Cover } from '../../ui/cover.tsx';

function QueueLines({ item }: { item: QueueItem }) {
  const tCommon = useTranslations('common');
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <bdi className="truncate text-sm font-medium text-ink">{item.title || tCommon('untitled')}</bdi>
      {item.subtitle && <bdi className="truncate text-xs text-ink-2">{item.subtitle}</bdi>}
      <span className="truncate text-xs text-ink-3 tabular-nums">
        <Dotted>
          {item.duration > 0 && formatClock(item.duration)}
          {item.caption && <bdi>{item.caption}</bdi>}
        </Dotted>
      </span>
    </span>
  );
}

interface QueueRowProps {
  item: QueueItem;
  index: number;
  count: number;
  tabIndex: number;
  isCarried: boolean;
  onCarry: (item: QueueItem | null) => void;
}

export const QueueRow = memo(function QueueRow({ item, index, count, tabIndex, isCarried, onCarry }: QueueRowProps) {
  const t = useTranslations('queue');
  const tCommon = useTranslations('common');
  const queue = useActorRefOf('queue');
  const title = item.title || tCommon('untitled');
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The focus stays when the row below moves up; the last one moves it up.
    const above = currentTarget.closest('[role="grid"]')?.querySelector<HTMLElement>(`[data-cell="${index - 1}"]`);
    if (index === count - 1 && document.activeElement === currentTarget)
      above?.querySelector<HTMLElement>('[data-remove]')?.focus();
    queue.send({ type: 'queue.remove', media: [item] });
  };
  return (
    <div
      className={cx(
        'flex h-full items-center rounded-md select-none focus-within:bg-surface-2 hover:bg-surface-2',
        isCarried && 'bg-surface-3! shadow-overlay',
      )}
    >
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={tCommon('playTitle', { title })}
        onClick={() => queue.send({ type: 'queue.play', media: item })}
        className="flex h-full min-w-0 flex-1 items-center gap-3 rounded-md ps-2 text-start"
      >
        <QueueCover item={item} />
        <QueueLines item={item} />
      </button>
      <IconButton
        data-remove=""
        size="sm"
        tip={null}
        tabIndex={tabIndex}
        label={t('remove', { title })}
        icon={<X size={18} />}
        onClick={remove}
      />
      <RowGrip
        title={item.title}
        menuId={`${QUEUE_MENU}/${item.libraryItemId}/${item.episodeId}`}
        dialogId={QUEUE_MENU}
        index={index}
        count={count}
        tabIndex={tabIndex}
        onMove={(to) => queue.send({ type: 'queue.move', media: item, index: to })}
        onCarry={(carried) => onCarry(carried ? item : null)}
      />
    </div>
  );
});

/** CSS pixels. */
const WIDTH = 48;

function QueueCover({ item }: { item: QueueItem }) {
  const t = useTranslations('card');
  const { libraryItemId: id, updatedAt, coverPath, title, subtitle } = item;
  const sources = coverSources(selectUrls(useApp().getSnapshot()), { id, updatedAt, media: { coverPath } }, WIDTH);
  return (
    <span className="block w-12 shrink-0">
      <Cover
        {...sources}
        aspect="square"
        width={WIDTH}
        title={title}
        author={subtitle}
        invalidLabel={t('invalidCover')}
      />
    </span>
  );
}

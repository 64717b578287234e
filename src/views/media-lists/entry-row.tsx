import { CircleCheck, X } from 'lucide-react';
import { memo } from 'react';
import type { MouseEvent } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { entryToQueue } from '../../machines/media-lists/arrange.logic.ts';
import type { MediaListRef } from '../../machines/media-lists/media-list.machine.ts';
import {
  bylineOf,
  durationOf,
  isPlayable,
  titleOf,
  type ListEntry,
} from '../../machines/media-lists/media-list.logic.ts';
import { useLinkTo, useMenu, usePageRef } from '../app/actors-context.tsx';
import { formatDuration } from '../format/amounts.ts';
import { RowGrip } from '../library/row-grip.tsx';
import { useEditEntries, useFinishEntry, useListEntries, useQueueEntries } from '../library/use-item-entries.tsx';
import { useDayText } from '../library/value-text.ts';
import { usePictures } from '../library/use-library.ts';
import { usePlay } from '../library/use-play.ts';
import { useLeftText, useProgress, useShare } from '../library/use-progress.ts';
import { AppLink } from '../ui/links.tsx';
import { Cover } from '../ui/cover.tsx';
import { cx } from '../ui/cx.ts';
import { Dotted } from '../ui/dotted.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';
import { PlayIcon } from '../ui/player-icons.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';

/** CSS pixels. */
const WIDTH = 48;

interface EntryRowProps {
  entry: ListEntry;
  /** Among shown entries, from 0. */
  index: number;
  count: number;
  tabIndex: number;
  mayRemove: boolean;
  mayMove: boolean;
  isCarried: boolean;
  /** The dragged entry; null when it was dropped. */
  onCarry: (entry: ListEntry | null) => void;
}

export const EntryRow = memo(function EntryRow({
  entry,
  index,
  count,
  tabIndex,
  mayRemove,
  mayMove,
  isCarried,
  onCarry,
}: EntryRowProps) {
  const t = useTranslations('mediaLists');
  const tCard = useTranslations('card');
  const tCommon = useTranslations('common');
  const locale = useLocale();
  const page = usePageRef<MediaListRef>();
  const linkTo = useLinkTo();
  const dayText = useDayText();
  const { coverOf } = usePictures();
  const { item, libraryItemId, episodeId } = entry;
  const title = titleOf(entry) || tCommon('untitled');
  const by = bylineOf(entry);
  const play = usePlay(item, episodeId, title, by);
  const isFinished = useProgress(libraryItemId, episodeId)?.isFinished ?? false;
  const leftText = useLeftText(libraryItemId, episodeId);
  const left = isFinished ? null : leftText;
  const share = useShare(libraryItemId, episodeId);
  const menu = useMenu(`entry/${libraryItemId}/${episodeId}`);
  const finishEntry = useFinishEntry(libraryItemId, episodeId, title);
  const queueEntries = useQueueEntries(() => entryToQueue(entry, dayText));
  const listEntries = useListEntries();
  const editEntries = useEditEntries(libraryItemId, item.media.metadata.title ?? '');
  const duration = durationOf(entry);
  const takeOut = () => page.send({ type: 'mediaList.remove', media: entry });
  const removeEntry: MenuEntry = {
    kind: 'action',
    id: 'takeOut',
    label: t('takeOutShort'),
    icon: <X size={16} />,
    onSelect: takeOut,
  };
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The focus stays when the row below moves up; the last one moves it up.
    const above = currentTarget.closest('[role="grid"]')?.querySelector<HTMLElement>(`[data-cell="${index - 1}"]`);
    if (index === count - 1 && document.activeElement === currentTarget)
      above?.querySelector<HTMLElement>('[data-remove]')?.focus();
    takeOut();
  };
  return (
    <div
      className={cx(
        'flex h-full items-center gap-1 rounded-md ps-2 focus-within:bg-surface-2 hover:bg-surface-2',
        isCarried && 'bg-surface-3! shadow-overlay',
      )}
    >
      <span className="block w-12 shrink-0 max-[22.5rem]:hidden">
        <Cover
          {...coverOf(item, WIDTH)}
          aspect="square"
          width={WIDTH}
          title={title}
          author={by}
          invalidLabel={tCard('invalidCover')}
        />
      </span>
      {isPlayable(entry) && (
        <IconButton
          round
          tip={null}
          tabIndex={tabIndex}
          label={tCommon(play.isPlaying ? 'pauseTitle' : 'playTitle', { title })}
          icon={<PlayIcon isPlaying={play.isPlaying} size={18} />}
          onPointerEnter={play.onPrefetch}
          onClick={play.onPress}
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col px-1">
        <AppLink
          {...linkTo({ name: 'item', id: libraryItemId }, item)}
          tabIndex={tabIndex}
          dir="auto"
          className={cx(
            'truncate text-match text-sm font-medium no-underline hover:underline',
            play.isOpen ? 'text-accent-text' : 'text-ink',
          )}
        >
          {title}
        </AppLink>
        <bdi className="truncate text-xs text-ink-2">{by}</bdi>
        <span className="flex items-center gap-2 text-xs text-ink-3 tabular-nums">
          {isFinished && <CircleCheck size={13} role="img" aria-label={tCard('finished')} className="shrink-0" />}
          <span className="truncate">
            <Dotted>
              {left ?? (duration > 0 && formatDuration(duration, locale))}
              {entry.episode?.publishedAt ? dayText(entry.episode.publishedAt) : null}
            </Dotted>
          </span>
          {left !== null && <ProgressLine value={share} className="w-20 shrink-0 max-sm:w-12" />}
        </span>
      </div>
      {mayRemove && (
        <IconButton
          data-remove=""
          size="sm"
          tip={null}
          tabIndex={tabIndex}
          label={t('takeOut', { title })}
          icon={<X size={18} />}
          className="max-sm:hidden"
          onClick={remove}
        />
      )}
      <MenuButton
        {...menu}
        size="sm"
        tabIndex={tabIndex}
        label={tCard('more', { title })}
        entries={
          menu.open
            ? [
                ...queueEntries(),
                finishEntry,
                ...listEntries({ libraryItemId, episodeId, libraryId: item.libraryId, title }),
                ...editEntries(),
                ...(mayRemove ? [removeEntry] : []),
              ]
            : []
        }
      />
      {mayMove && (
        <RowGrip
          title={title}
          menuId={`entry/${libraryItemId}/${episodeId}/move`}
          index={index}
          count={count}
          tabIndex={tabIndex}
          onMove={(to) => page.send({ type: 'mediaList.move', media: entry, index: to })}
          onKeep={() => page.send({ type: 'mediaList.keepOrder' })}
          onCarry={(carried) => onCarry(carried ? entry : null)}
        />
      )}
    </div>
  );
});

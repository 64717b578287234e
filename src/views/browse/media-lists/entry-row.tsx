import { CircleCheck, X } from 'lucide-react';
import { memo } from 'react';
import type { MouseEvent } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { entryToQueue } from '../../../machines/browse/media-lists/arrange.logic.ts';
import type { MediaListRef } from '../../../machines/browse/media-lists/media-list.machine.ts';
import {
  bylineOf,
  durationOf,
  isPlayable,
  titleOf,
  type ListEntry,
} from '../../../machines/browse/media-lists/media-list.logic.ts';
import { useLinkTo, useMenu, usePageRef } from '../../app/actors-context.tsx';
import { formatDuration } from '../../format/amounts.ts';
import { RowGrip } from '../../shared/row-grip.tsx';
import { useEditEntries, useFinishEntry, useListEntries, useQueueEntries } from '../../shared/use-item-entries.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { usePictures } from '../../shared/use-library.ts';
import { usePlay } from '../../shared/use-play.ts';
import { useLeftText, useProgress, useShare } from '../../shared/use-progress.ts';
import { AppLink } from '../../ui/links.tsx';
import { Cover } from '../../ui/cover.tsx';
import { cx } from '../../ui/cx.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { entriesFrom, MenuButton } from '../../ui/menu-button.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';

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
  const tCommon = useTranslations('common');
  const page = usePageRef<MediaListRef>();
  const { item, libraryItemId, episodeId } = entry;
  const title = titleOf(entry) || tCommon('untitled');
  const by = bylineOf(entry);
  const play = usePlay(item, episodeId, title, by);
  const takeOut = () => page.send({ type: 'mediaList.remove', media: entry });
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (index === count - 1) handToRowAbove(currentTarget, index);
    takeOut();
  };
  return (
    <div
      className={cx(
        'flex h-full items-center gap-1 rounded-md ps-2 focus-within:bg-surface-2 hover:bg-surface-2',
        isCarried && 'bg-surface-3! shadow-overlay',
      )}
    >
      <EntryCover item={item} title={title} by={by} />
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
      <Lines entry={entry} title={title} by={by} isOpen={play.isOpen} tabIndex={tabIndex} />
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
      <EntryMenu entry={entry} title={title} tabIndex={tabIndex} onRemove={mayRemove ? takeOut : null} />
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

function EntryCover({ item, title, by }: { item: ListEntry['item']; title: string; by: string }) {
  const t = useTranslations('card');
  const { coverOf } = usePictures();
  return (
    <span className="block w-12 shrink-0 max-[22.5rem]:hidden">
      <Cover
        {...coverOf(item, WIDTH)}
        aspect="square"
        width={WIDTH}
        title={title}
        author={by}
        invalidLabel={t('invalidCover')}
      />
    </span>
  );
}

interface LinesProps extends Pick<EntryRowProps, 'entry' | 'tabIndex'> {
  title: string;
  by: string;
  isOpen: boolean;
}

function Lines({ entry, title, by, isOpen, tabIndex }: LinesProps) {
  const linkTo = useLinkTo();
  return (
    <div className="flex min-w-0 flex-1 flex-col px-1">
      <AppLink
        {...linkTo({ name: 'item', id: entry.libraryItemId }, entry.item)}
        tabIndex={tabIndex}
        dir="auto"
        className={cx(
          'truncate text-match text-sm font-medium no-underline hover:underline',
          isOpen ? 'text-accent-text' : 'text-ink',
        )}
      >
        {title}
      </AppLink>
      <bdi className="truncate text-xs text-ink-2">{by}</bdi>
      <Facts entry={entry} />
    </div>
  );
}

/** The focus stays when the row below moves up; the last row hands it to the one above. */
function handToRowAbove(button: HTMLElement, index: number): void {
  if (document.activeElement !== button) return;
  const above = button.closest('[role="grid"]')?.querySelector<HTMLElement>(`[data-cell="${index - 1}"]`);
  above?.querySelector<HTMLElement>('[data-remove]')?.focus();
}

function Facts({ entry }: { entry: ListEntry }) {
  const tCard = useTranslations('card');
  const locale = useLocale();
  const dayText = useDayText();
  const { libraryItemId, episodeId, episode } = entry;
  const isFinished = useProgress(libraryItemId, episodeId)?.isFinished ?? false;
  const leftText = useLeftText(libraryItemId, episodeId);
  const left = isFinished ? null : leftText;
  const share = useShare(libraryItemId, episodeId);
  const duration = durationOf(entry);
  return (
    <span className="flex items-center gap-2 text-xs text-ink-3 tabular-nums">
      {isFinished && <CircleCheck size={13} role="img" aria-label={tCard('finished')} className="shrink-0" />}
      <span className="truncate">
        <Dotted>
          {left ?? (duration > 0 && formatDuration(duration, locale))}
          {episode?.publishedAt ? dayText(episode.publishedAt) : null}
        </Dotted>
      </span>
      {left !== null && <ProgressLine value={share} className="w-20 shrink-0 max-sm:w-12" />}
    </span>
  );
}

interface EntryMenuProps {
  entry: ListEntry;
  title: string;
  tabIndex: number;
  onRemove: (() => void) | null;
}

function EntryMenu({ entry, title, tabIndex, onRemove }: EntryMenuProps) {
  const t = useTranslations('mediaLists');
  const tCard = useTranslations('card');
  const dayText = useDayText();
  const { item, libraryItemId, episodeId } = entry;
  const menu = useMenu(`entry/${libraryItemId}/${episodeId}`);
  const finishEntry = useFinishEntry(libraryItemId, episodeId, title);
  const queueEntries = useQueueEntries(() => entryToQueue(entry, dayText));
  const listEntries = useListEntries();
  const editEntries = useEditEntries(libraryItemId, item.media.metadata.title ?? '');
  const entries = () =>
    entriesFrom([
      ...queueEntries(),
      finishEntry,
      ...listEntries({ libraryItemId, episodeId, libraryId: item.libraryId, title }),
      ...editEntries(),
      onRemove && {
        kind: 'action',
        id: 'takeOut',
        label: t('takeOutShort'),
        icon: <X size={16} />,
        onSelect: onRemove,
      },
    ]);
  return (
    <MenuButton
      {...menu}
      size="sm"
      tabIndex={tabIndex}
      label={tCard('more', { title })}
      entries={menu.open ? entries() : []}
    />
  );
}

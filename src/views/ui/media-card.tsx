import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { EllipsisVertical, Check } from 'lucide-react';
import { AppLink } from './links.tsx';
import { useCoarsePointer } from './media-query.ts';
import { cx } from './cx.ts';
import { useHot, useLongPress } from './pointer.ts';
import { menu } from './menu-button.tsx';
import type { MenuEntry } from './menu-button.tsx';
import { PlayIcon } from './player-icons.tsx';
import { useTrigger } from './use-trigger.ts';

/** Height of the text under the cover, in rem (`textRem` of VirtualGrid). Phones show two lines of title. */
export const CARD_TEXT_REM = { wide: 3, phone: 4.25 } as const;

/** Cover widths of the layouts `beside` and `line`, in CSS pixels. */
export const BESIDE_COVER = 80;
export const LINE_COVER = 56;

export interface MediaCardProps {
  to: string;
  title: string;
  subtitle?: ReactNode;
  cover: ReactNode;
  layout?: 'below' | 'beside' | 'line' | undefined;
  facts?: ReactNode;
  signs?: ReactNode;
  /** Roving focus: 0 for the tab stop of the list, -1 for the others. */
  tabIndex?: number | undefined;
  onPrefetch?: (() => void) | undefined;
  /** `tip` is shorter than `label`: the card has the title. */
  play?: { label: string; tip: string; playing?: boolean | undefined; onPlay: () => void } | undefined;
  /** `active` in selection mode: a press selects. A long press and Shift+Space select in any mode. */
  select?: Selecting | undefined;
  /** `entries` is called only while the menu is open. */
  more?:
    | {
        label: string;
        tip: string;
        open: boolean;
        onOpenChange: (open: boolean) => void;
        entries: () => readonly MenuEntry[];
      }
    | undefined;
}

const LAYOUTS = {
  below: {
    root: 'grid-cols-1 *:first:col-start-1 *:first:row-start-1',
    text: 'col-start-1 row-start-2 mt-1.5 min-h-5',
    title: 'clamp-1 phone:clamp-2',
    subtitle: 'col-start-1 row-start-3',
    play: 'col-start-1 row-start-1 size-11',
    more: 'col-start-1 row-start-2 -mt-0.5 phone:-mt-1',
    facts: '',
  },
  beside: {
    root: 'grid-cols-[5rem_minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] gap-x-3 *:first:col-start-1 *:first:row-start-1 *:first:row-span-2',
    text: 'col-start-2 row-start-1 pt-1',
    title: 'clamp-2',
    subtitle: 'col-start-2 row-start-2',
    play: 'col-start-1 row-start-1 row-span-2 size-10',
    more: 'col-start-2 row-start-1',
    facts: '',
  },
  line: {
    root: 'h-full grid-cols-[3.5rem_minmax(0,2fr)_minmax(0,3fr)_2.25rem] grid-rows-[minmax(0,1fr)_minmax(0,1fr)] gap-x-4 border-b border-line py-2 *:first:col-start-1 *:first:row-start-1 *:first:row-span-2 *:first:self-center phone:grid-cols-[3.5rem_minmax(0,1fr)_2.25rem] phone:grid-rows-[auto_auto_auto] phone:content-center phone:*:first:row-span-3',
    text: 'col-start-2 row-start-1 self-end',
    title: 'clamp-1',
    subtitle: 'col-start-2 row-start-2',
    play: 'col-start-1 row-start-1 row-span-2 size-9 phone:row-span-3',
    more: 'col-start-4 row-start-1 row-span-2 phone:col-start-3 phone:row-span-3',
    facts: 'col-start-3 row-start-1 row-span-2 self-center phone:col-start-2 phone:row-start-3 phone:row-span-1',
  },
} as const;

/** A card in a grid or shelf; all of it is a link. Actions appear on hover and focus; on touch 'more' has them. */
export function MediaCard({
  to,
  title,
  subtitle,
  cover,
  layout = 'below',
  facts,
  signs,
  tabIndex,
  onPrefetch,
  play,
  select,
  more,
}: MediaCardProps) {
  const { hot, handlers } = useHot();
  const finger = useCoarsePointer();
  const longPress = useLongPress(select && (() => select.onToggle(false)));
  const picking = select?.active ?? false;
  const place = LAYOUTS[layout];
  const showsMore = more !== undefined && (hot || more.open || finger);
  // Under a finger the focus comes with the menu, which has Play too.
  const showsPlay = hot && !picking && !(finger && more?.open);
  const press = (event: KeyboardEvent) => {
    const isLink = event.target instanceof HTMLAnchorElement;
    if (!select || event.key !== ' ' || !(event.shiftKey || (picking && isLink))) return;
    event.preventDefault();
    select.onToggle(false);
  };
  return (
    <div
      {...handlers}
      {...longPress}
      {...(select ? { onKeyDown: press } : {})}
      className={cx(
        'relative grid min-w-0 content-start',
        select && 'touch:select-none touch:[-webkit-touch-callout:none]',
        place.root,
        select?.selected && 'rounded-sm outline-2 outline-offset-2 outline-accent',
      )}
    >
      {cover}
      <div className={cx('flex items-start gap-1', place.text, showsMore && layout !== 'line' && 'pe-7 touch:pe-8')}>
        {/* One element in both modes: it keeps the focus. */}
        <AppLink
          to={to}
          tabIndex={tabIndex}
          onPrefetch={onPrefetch}
          dir="auto"
          className={cx(TITLE, place.title)}
          {...(picking && select ? pickedByPress(select) : {})}
        >
          {title}
        </AppLink>
        {signs && <span className="flex h-5 shrink-0 items-center gap-1">{signs}</span>}
      </div>
      {showsPlay && play && <PlayButton {...play} className={place.play} />}
      {more && (
        <More
          {...more}
          isShown={showsMore}
          isHot={hot}
          className={cx(layout === 'line' ? 'self-center' : 'self-start -mb-8 touch:-mt-2 touch:-mb-11', place.more)}
        />
      )}
      {subtitle != null && (
        <div dir="auto" className={cx('truncate text-match text-xs text-ink-2', place.subtitle)}>
          {subtitle}
        </div>
      )}
      {facts != null && <div className={cx('min-w-0 text-xs text-ink-2', place.facts)}>{facts}</div>}
      {select && (hot || picking) && (
        <SelectTick
          {...select}
          className="absolute start-1 top-1 z-2 size-8 transition-[background-color] touch:before:absolute touch:before:-inset-2"
          unset="border-surface-0 bg-ink/35 text-transparent hover:bg-ink/55"
        />
      )}
    </div>
  );
}

const TITLE =
  'min-w-0 flex-1 text-match text-sm font-medium text-ink no-underline outline-none after:absolute after:inset-0 after:z-1 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-offset-3 focus-visible:after:outline-focus';

/** The link of the card as a button, in selection mode. */
const pickedByPress = ({ selected, onToggle }: Selecting) => ({
  role: 'button',
  'aria-pressed': selected,
  onClick: (event: MouseEvent) => {
    event.preventDefault();
    onToggle(event.shiftKey);
  },
});

interface PlayButtonProps extends NonNullable<MediaCardProps['play']> {
  className: string;
}

function PlayButton({ label, tip, playing = false, onPlay, className }: PlayButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={tip}
      onClick={onPlay}
      className={cx(
        'z-2 grid place-items-center place-self-center rounded-full bg-accent text-accent-ink shadow-overlay transition-[background-color,transform] hover:scale-105 hover:bg-accent-hover active:scale-95',
        className,
      )}
    >
      <PlayIcon isPlaying={playing} size={20} />
    </button>
  );
}

interface MoreProps extends NonNullable<MediaCardProps['more']> {
  isShown: boolean;
  isHot: boolean;
  className: string;
}

function More({ label, tip, open, onOpenChange, entries, isShown, isHot, className }: MoreProps) {
  const { anchor, openedByKey, trigger } = useTrigger({
    popup: 'menu',
    open,
    onPress: onOpenChange,
    onPrefetch: menu.preload,
  });
  return (
    <>
      {isShown && (
        <button
          {...trigger}
          type="button"
          aria-label={label}
          data-tip={tip}
          tabIndex={isHot ? undefined : -1}
          className={cx(
            'z-2 -me-1.5 grid size-8 place-items-center justify-self-end rounded-full text-ink-2 hover:bg-surface-2 hover:text-ink touch:-me-3 touch:size-11',
            className,
          )}
        >
          <EllipsisVertical size={16} />
        </button>
      )}
      {open && anchor && (
        <menu.View
          open
          anchor={anchor}
          openedByKey={openedByKey}
          label={label}
          entries={entries()}
          onOpenChange={onOpenChange}
        />
      )}
    </>
  );
}

export interface Selecting {
  readonly label: string;
  readonly selected: boolean;
  readonly active: boolean;
  readonly onToggle: (extend: boolean) => void;
}

interface SelectTickProps extends Selecting {
  className: string;
  unset: string;
}

export function SelectTick({ label, selected, active, onToggle, className, unset }: SelectTickProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={selected}
      aria-label={label}
      tabIndex={active ? -1 : undefined}
      onClick={(event) => onToggle(event.shiftKey)}
      className={cx(
        'grid place-items-center rounded-full border-2',
        className,
        selected ? 'border-accent bg-accent text-accent-ink' : unset,
      )}
    >
      <Check size={16} strokeWidth={3} />
    </button>
  );
}

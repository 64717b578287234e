import type { ReactNode } from 'react';
import { Check, EllipsisVertical, Pause, Play } from 'lucide-react';
import { AppLink } from './app-link.tsx';
import { useCoarsePointer } from './coarse-pointer.ts';
import { cx } from './cx.ts';
import { useDomStore } from './dom-store.ts';
import { useHot } from './hot.ts';
import { menu } from './menu-chunk.ts';
import type { MenuEntry } from './menu-items.ts';

/** Height of the text under a card's cover, in rem: what VirtualGrid adds to the cover. */
export const CARD_TEXT_REM = 3;

export interface MediaCardProps {
  to: string;
  title: string;
  /** One quiet line: author, or what is left. */
  subtitle?: ReactNode;
  /** A Cover, SeriesCover, CollectionCover, PlaylistCover or AuthorImage. */
  cover: ReactNode;
  /** Small signs after the title (ExplicitBadge, an RSS sign). */
  signs?: ReactNode;
  /** Roving focus: 0 for the one card of its list that Tab reaches, -1 for the others. */
  tabIndex?: number | undefined;
  onWarm?: (() => void) | undefined;
  play?: { label: string; playing?: boolean | undefined; onPlay: () => void } | undefined;
  /** `active` while things are being picked: then the whole card picks. `extend` is a press with Shift. */
  select?: { label: string; selected: boolean; active: boolean; onToggle: (extend: boolean) => void } | undefined;
  /** `entries` are asked for only while the menu is open. */
  more?: { label: string; open: boolean; onOpenChange: (open: boolean) => void; entries: () => readonly MenuEntry[] } | undefined;
}

/**
 * One thing in a grid or shelf. The whole card is the link. Play, pick and more appear under the mouse and
 * with the focus; under a finger 'more' always shows and holds the same actions. At rest it is six elements with a picture.
 */
export function MediaCard({ to, title, subtitle, cover, signs, tabIndex, onWarm, play, select, more }: MediaCardProps) {
  const { hot, handlers } = useHot();
  const finger = useCoarsePointer();
  const [anchor, anchorStore] = useDomStore<HTMLElement | null>(null);
  const picking = select?.active ?? false;
  const titleClass = 'min-w-0 flex-1 truncate text-match text-sm font-medium text-ink no-underline outline-none after:absolute after:inset-0 after:z-1 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-offset-3 focus-visible:after:outline-focus';
  return (
    <div {...handlers} className={cx('relative grid min-w-0 grid-cols-1 content-start *:first:col-start-1 *:first:row-start-1', select?.selected && 'rounded-sm outline-2 outline-offset-3 outline-accent')}>
      {cover}
      <div className="row-start-2 mt-1.5 flex h-5 items-center gap-1">
        {picking && select
          ? <button type="button" tabIndex={tabIndex} aria-pressed={select.selected} dir="auto" className={titleClass} onClick={(event) => select.onToggle(event.shiftKey)}>{title}</button>
          : <AppLink to={to} tabIndex={tabIndex} onWarm={onWarm} dir="auto" className={titleClass}>{title}</AppLink>}
        {signs}
        {more && (hot || more.open || finger) && (
          <button
            ref={anchorStore.write}
            type="button"
            aria-label={more.label}
            aria-haspopup="menu"
            aria-expanded={more.open}
            data-tip={more.label}
            tabIndex={hot ? undefined : -1}
            onPointerEnter={menu.preload}
            onFocus={menu.preload}
            onClick={() => more.onOpenChange(!more.open)}
            className="relative z-2 -me-1.5 grid size-8 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-surface-2 hover:text-ink touch:-me-3 touch:size-11"
          >
            <EllipsisVertical size={16} />
          </button>
        )}
        {more?.open && anchor && (
          <menu.View open anchor={anchor} label={more.label} entries={more.entries()} onOpenChange={more.onOpenChange} />
        )}
      </div>
      {subtitle != null && <div dir="auto" className="row-start-3 truncate text-match text-xs text-ink-2">{subtitle}</div>}
      {hot && play && !picking && (
        <button
          type="button"
          aria-label={play.label}
          data-tip={play.label}
          onClick={play.onPlay}
          className="z-2 col-start-1 row-start-1 grid size-11 place-items-center place-self-center rounded-full bg-accent text-accent-ink shadow-overlay transition-[background-color,transform] hover:scale-105 hover:bg-accent-hover active:scale-95"
        >
          {play.playing ? <Pause size={20} fill="currentColor" /> : <Play size={20} fill="currentColor" className="translate-x-px" />}
        </button>
      )}
      {select && (hot || picking) && (
        <button
          type="button"
          role="checkbox"
          aria-checked={select.selected}
          aria-label={select.label}
          tabIndex={picking ? -1 : undefined}
          onClick={(event) => select.onToggle(event.shiftKey)}
          className={cx('absolute start-1 top-1 z-2 grid size-8 place-items-center rounded-full border-2 transition-[background-color]', select.selected ? 'border-accent bg-accent text-accent-ink' : 'border-surface-0 bg-ink/35 text-transparent hover:bg-ink/55')}
        >
          <Check size={16} strokeWidth={3} />
        </button>
      )}
    </div>
  );
}

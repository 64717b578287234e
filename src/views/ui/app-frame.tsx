import type { ReactNode } from 'react';
import { useFocusHandover } from './focus-handover.ts';
import { SkipLink } from './skip-link.tsx';

export interface AppFrameProps {
  skipLabel: string;
  /** An AppBar. */
  bar: ReactNode;
  /** A Rail, on pages that have one. Hidden in narrow windows (under 768 px, phones). */
  rail?: ReactNode;
  /** A Toolbar, between app bar and content. */
  toolbar?: ReactNode;
  /** The bar of the player, or on phones a MiniPlayerFrame, while an item is open. */
  player?: ReactNode;
  /** A BottomBar, shown where the rail is hidden; on a phone in landscape it stands at the start. */
  bottomBar?: ReactNode;
  /** The page. */
  children: ReactNode;
}

/**
 * The frame of every signed-in page: app bar (64 px), rail (80 px), toolbar, one scrolling <main id="content">, player,
 * bottom bar. The frame itself never scrolls.
 */
export function AppFrame({ skipLabel, bar, rail, toolbar, player, bottomBar, children }: AppFrameProps) {
  const root = useFocusHandover<HTMLDivElement>();
  return (
    <div
      ref={root}
      className="grid h-[calc(100dvh-var(--inspector-height,0px))] grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto_auto] overflow-clip bg-surface-0 text-ink [--page-inset:2rem] phone:[--page-inset:1rem]"
    >
      <SkipLink label={skipLabel} />
      <div className="col-span-2 row-start-1">{bar}</div>
      {rail && <div className="row-span-2 row-start-2 hidden min-h-0 railed:block">{rail}</div>}
      {toolbar && <div className="col-start-2 row-start-2 min-w-0">{toolbar}</div>}
      <main
        id="content"
        tabIndex={-1}
        data-scroller=""
        className="relative col-start-2 row-start-3 min-w-0 overflow-x-clip bg-surface-0 overflow-y-auto overscroll-contain pt-1.5 pb-6 outline-none [contain:strict] [container-type:size] [scrollbar-gutter:stable]"
      >
        {children}
      </main>
      {player && <div className="col-span-2 row-start-4 min-w-0">{player}</div>}
      {bottomBar && (
        <div className="col-span-2 row-start-5 hidden min-h-0 narrow:block short:col-span-1 short:row-span-2 short:row-start-2">
          {bottomBar}
        </div>
      )}
    </div>
  );
}

/** Space at both sides of the content, the same on every page (--page-inset). A ShelfRow has its own. */
export function PageInset({ children, className = '' }: { children: ReactNode; className?: string | undefined }) {
  return <div className={`px-(--page-inset) ${className}`}>{children}</div>;
}

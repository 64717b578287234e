import type { ReactNode } from 'react';
import { SkipLink } from './skip-link.tsx';

export interface AppFrameProps {
  skipLabel: string;
  /** An AppBar. */
  bar: ReactNode;
  /** A Rail; left out on pages without one. Hidden where there is no room (under 768 px, phones). */
  rail?: ReactNode;
  /** A Toolbar, between app bar and content. */
  toolbar?: ReactNode;
  /** A PlayerBarFrame with, for phones, a MiniPlayerFrame; left out when nothing plays. */
  player?: ReactNode;
  /** A BottomBar; shown where the rail is not. */
  bottomBar?: ReactNode;
  /** The page. */
  children: ReactNode;
}

/**
 * The frame of every signed-in page: app bar 64 px, rail 80 px, toolbar, one scrolling <main id="content">,
 * player, bottom bar on phones. The frame itself never scrolls. Focus main after a change of page.
 */
export function AppFrame({ skipLabel, bar, rail, toolbar, player, bottomBar, children }: AppFrameProps) {
  return (
    <div className="grid h-dvh grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto_auto] overflow-clip bg-surface-0 text-ink [--page-inset:2rem] phone:[--page-inset:1rem]">
      <SkipLink label={skipLabel} />
      <div className="col-span-2 row-start-1">{bar}</div>
      {rail && <div className="row-span-2 row-start-2 hidden min-h-0 railed:block">{rail}</div>}
      {toolbar && <div className="col-start-2 row-start-2 min-w-0">{toolbar}</div>}
      <main id="content" tabIndex={-1} data-scroller="" className="relative col-start-2 row-start-3 min-w-0 overflow-x-clip bg-surface-0 overflow-y-auto overscroll-contain pt-1.5 pb-6 outline-none [contain:strict] [scrollbar-gutter:stable]">
        {children}
      </main>
      {player && <div className="col-span-2 row-start-4 min-w-0">{player}</div>}
      {bottomBar && <div className="col-span-2 row-start-5 hidden narrow:block">{bottomBar}</div>}
    </div>
  );
}

/** Space at both sides of the content; the same on every page (--page-inset). ShelfRow keeps it by itself. */
export function PageInset({ children, className = '' }: { children: ReactNode; className?: string | undefined }) {
  return <div className={`px-(--page-inset) ${className}`}>{children}</div>;
}

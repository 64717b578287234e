import type { ReactNode } from 'react';
import { useFocusHandover } from './focus-handover.ts';
import { SkipLink } from './skip-link.tsx';

export interface AppFrameProps {
  skipLabel: string;
  bar: ReactNode;
  /** Hidden in narrow windows (under 768 px) and on phones. */
  rail?: ReactNode;
  toolbar?: ReactNode;
  player?: ReactNode;
  bottomBar?: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-in page. Only its <main id="content"> scrolls. */
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

/** Space at both sides of the content (--page-inset). A ShelfRow has its own. */
export function PageInset({ children, className = '' }: { children: ReactNode; className?: string | undefined }) {
  return <div className={`px-(--page-inset) ${className}`}>{children}</div>;
}

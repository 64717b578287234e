import type { ReactNode } from 'react';
import { useFocusHandover } from './focus.tsx';

interface AppFrameProps {
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

export function PlainFrame({
  behind,
  className = '',
  children,
}: {
  behind?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  const root = useFocusHandover<HTMLElement>();
  return (
    <main
      ref={root}
      id="content"
      tabIndex={-1}
      className={`relative isolate grid min-h-dvh bg-surface-0 text-ink outline-none ${className}`}
    >
      {behind}
      {children}
    </main>
  );
}

/** The first tab stop: moves the focus past bars and rail to `#content`. */
function SkipLink({ label }: { label: string }) {
  return (
    <a
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
      className="fixed start-4 top-2 z-80 -translate-y-20 rounded-md bg-accent px-4 py-3 font-medium text-accent-ink focus:translate-y-0"
    >
      {label}
    </a>
  );
}

export function Logo({ size = 28 }: { size?: number | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M7 3h12l8 8v15a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z" className="fill-accent" />
      <path d="M19 3l8 8h-6a2 2 0 0 1-2-2z" className="fill-accent-ink" opacity="0.45" />
      <path
        d="M10 17a5.5 5.5 0 0 1 11 0c0 4.1-4.5 4.4-4.5 7.4a2.8 2.8 0 0 1-5.3 1.2M13.2 17a2.3 2.3 0 0 1 4.6 0c0 1.8-1.6 2-2.2 3.3"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-accent-ink"
      />
    </svg>
  );
}

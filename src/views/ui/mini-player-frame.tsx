import type { ReactNode } from 'react';

export interface MiniPlayerFrameProps {
  label: string;
  start: ReactNode;
  end: ReactNode;
  progress: ReactNode;
}

export function MiniPlayerFrame({ label, start, end, progress }: MiniPlayerFrameProps) {
  return (
    <section
      aria-label={label}
      data-dock="mini"
      className="relative flex h-16 items-center gap-2 short:h-11 bg-surface-2 ps-2 pe-2 wide:hidden"
    >
      <div dir="ltr" className="absolute inset-x-0 top-0 h-0.5 overflow-hidden contain-strict">
        {progress}
      </div>
      <div className="flex h-full min-w-0 flex-1 items-center gap-3">{start}</div>
      <div className="flex shrink-0 items-center gap-1">{end}</div>
    </section>
  );
}

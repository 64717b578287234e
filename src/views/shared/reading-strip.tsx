import type { ReactNode } from 'react';

export const STRIP_COVER = 'w-10 shrink-0 short:w-8';

export interface ReadingStripProps {
  label: string;
  above?: ReactNode;
  progress: ReactNode;
  children: ReactNode;
  buttons: ReactNode;
}

export function ReadingStrip({ label, above, progress, children, buttons }: ReadingStripProps) {
  return (
    <div className="relative">
      {above}
      <section
        aria-label={label}
        className="relative flex h-14 items-center gap-3 border-t border-line bg-surface-1 px-3 short:h-11"
      >
        <span dir="ltr" className="absolute inset-x-0 top-0">
          {progress}
        </span>
        {children}
        <div dir="ltr" className="flex shrink-0 items-center gap-1">
          {buttons}
        </div>
      </section>
    </div>
  );
}

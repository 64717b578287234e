import { useId } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { cx } from './cx.ts';

export interface DisclosureProps {
  heading: string;
  headingLevel?: 2 | 3 | 4 | undefined;
  note?: ReactNode;
  open: boolean;
  onToggle: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section that folds. Its content is mounted only while it is open. */
export function Disclosure({ heading, headingLevel = 2, note, open, onToggle, actions, children }: DisclosureProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <section aria-labelledby={`${id}-heading`} className="border-t border-line">
      <div className="flex items-center gap-2">
        <Heading id={`${id}-heading`} className="min-w-0 flex-1 text-base font-semibold">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? `${id}-content` : undefined}
            onClick={onToggle}
            className="flex min-h-12 w-full items-center gap-2 text-start text-ink hover:text-accent-text"
          >
            <ChevronDown
              size={18}
              className={cx('shrink-0 text-ink-3 transition-transform', !open && '-rotate-90 rtl:rotate-90')}
            />
            <span className="min-w-0 wrap-anywhere">{heading}</span>{' '}
            {note != null && <span className="text-sm font-normal text-ink-3 tabular-nums">{note}</span>}
          </button>
        </Heading>
        {actions}
      </div>
      {open && (
        <div id={`${id}-content`} className="pb-5">
          {children}
        </div>
      )}
    </section>
  );
}

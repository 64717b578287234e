import { memo, useId, useLayoutEffect, useRef, useState } from 'react';
import { sanitizeHtml } from './sanitize.ts';

export interface SanitizedHtmlProps {
  html: string;
  /** Runs after sanitising: may only add trusted markup (`withTimeMarks`). Keep it stable. */
  refine?: ((sanitized: string) => string) | undefined;
  clamp?: { lines: number; expanded: boolean; onToggle: () => void; moreLabel: string; lessLabel: string } | undefined;
}

/** HTML from outside, sanitised, in lines of readable length. The only place that sets inner HTML. */
export function SanitizedHtml({ html, refine, clamp }: SanitizedHtmlProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  const clamped = clamp !== undefined && !clamp.expanded;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !clamped) return undefined;
    const look = () => setOverflows(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [clamped, html]);
  return (
    <div>
      <div
        ref={box}
        id={id}
        dir="auto"
        className="rich-text text-match"
        style={
          clamped
            ? { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: clamp.lines, overflow: 'hidden' }
            : undefined
        }
      >
        <SafeHtml html={html} refine={refine} />
      </div>
      {clamp && (overflows || clamp.expanded) && (
        <button
          type="button"
          aria-expanded={clamp.expanded}
          aria-controls={id}
          onClick={clamp.onToggle}
          className="-ms-2 mt-1 min-h-8 rounded-sm px-2 text-sm font-medium text-accent-text hover:bg-surface-2 touch:min-h-11"
        >
          {clamp.expanded ? clamp.lessLabel : clamp.moreLabel}
        </button>
      )}
    </div>
  );
}

const SafeHtml = memo(function SafeHtml({ html, refine }: Pick<SanitizedHtmlProps, 'html' | 'refine'>) {
  const safe = sanitizeHtml(html);
  return <div dangerouslySetInnerHTML={{ __html: refine ? refine(safe) : safe }} />;
});

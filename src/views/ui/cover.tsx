import { Check, ExternalLink } from 'lucide-react';
import { ContainedImage } from './contained-image.tsx';
import { CoverPlaceholder } from './cover-placeholder.tsx';
import { cx } from './cx.ts';

/** Square, or a book cover of 1 by 1.6. */
export type CoverAspect = 'square' | 'book';

/** Height by width of each shape (CON-012 and spec section 9). */
export const COVER_RATIO: Record<CoverAspect, number> = { square: 1, book: 1.6 };

/** A picture whose height by width is further off than this is not cropped (VAL-041). */
export const COVER_TOLERANCE = 0.15;

export interface CoverProps {
  /** Address of the picture in the size shown; null draws a placeholder from title and author. */
  src: string | null;
  /** The same at twice the pixels. */
  src2x?: string | undefined;
  aspect: CoverAspect;
  /** Width shown, in CSS pixels: only a hint for the browser, the box is as wide as its container. */
  width: number;
  title: string;
  author?: string | undefined;
  /** Empty (the default) where the title stands beside the cover. */
  alt?: string | undefined;
  /** Words for a picture that does not load: 'Invalid Cover' (WID-011). */
  invalidLabel: string;
  priority?: 'high' | 'auto' | 'low' | undefined;
  /** 0 to 1; a line at the foot. Nothing at 0. */
  progress?: number | undefined;
  /** A tick in the corner, named by this. */
  finishedLabel?: string | undefined;
  /** A short mark in the corner: a series number, episodes left. */
  mark?: string | undefined;
  /** Size of the stored picture, such as '1200 × 1200' (WID-013). */
  resolution?: string | undefined;
  /** A link to the picture itself, in a new tab; shows with the mouse over it, with the focus, and under fingers (WID-012). */
  openLink?: { href: string; label: string } | undefined;
  className?: string | undefined;
}

/** A cover in a box that never changes its size, whatever the picture does. */
export function Cover(props: CoverProps) {
  const { src, aspect, width, title, author, progress = 0, finishedLabel, mark, resolution, openLink, invalidLabel, className } = props;
  const ratio = COVER_RATIO[aspect];
  return (
    <div
      className={cx('group/cover relative isolate w-full overflow-hidden rounded-sm bg-surface-3 [contain:paint] after:pointer-events-none after:absolute after:inset-0 after:rounded-[inherit] after:inset-ring after:inset-ring-ink/10', className)}
      style={{ aspectRatio: `1 / ${ratio}` }}
    >
      {src === null ? <CoverPlaceholder title={title} author={author} /> : (
        <ContainedImage
          key={src}
          src={src}
          src2x={props.src2x}
          alt={props.alt ?? ''}
          width={width}
          height={Math.round(width * ratio)}
          priority={props.priority}
          isOdd={(found) => Math.abs(found - ratio) > COVER_TOLERANCE}
          fallback={<span className="grid size-full place-items-center p-2 text-center text-xs font-medium text-ink-2">{invalidLabel}</span>}
        />
      )}
      {resolution && <span className="absolute inset-x-0 bottom-0 bg-surface-0/85 px-1 py-0.5 text-center text-xs text-ink tabular-nums">{resolution}</span>}
      {progress > 0 && !finishedLabel && (
        <span className="absolute start-0 bottom-0 z-1 h-1 bg-accent shadow-[0_0_0_1px_rgb(0_0_0/0.35)]" style={{ inlineSize: `${Math.min(1, progress) * 100}%` }} />
      )}
      {mark && <span className="absolute end-1 top-1 min-w-5 rounded-xs bg-surface-0/90 px-1 text-center text-xs font-semibold text-ink tabular-nums">{mark}</span>}
      {openLink && (
        <a href={openLink.href} target="_blank" rel="noopener noreferrer" aria-label={openLink.label} data-tip={openLink.label} className="absolute end-1 top-1 z-2 grid size-8 place-items-center rounded-full bg-surface-0/90 text-ink opacity-0 group-hover/cover:opacity-100 focus-visible:opacity-100 touch:size-11 touch:opacity-100">
          <ExternalLink size={16} />
        </a>
      )}
      {finishedLabel && (
        <span role="img" aria-label={finishedLabel} className="absolute end-1 bottom-1 grid size-5 place-items-center rounded-full bg-success text-success-ink">
          <Check size={13} strokeWidth={3} />
        </span>
      )}
    </div>
  );
}

import { Check, ExternalLink } from 'lucide-react';
import { ContainedImage } from './contained-image.tsx';
import { COVER_RATIO, type CoverAspect } from './cover-shape.ts';
import { FLIGHT, fly, land } from './cover-flight.ts';
import { CoverPlaceholder, placeholderColour } from './cover-placeholder.tsx';
import { cx } from './cx.ts';

/** A picture whose ratio (height by width) differs by more is not cropped. */
const COVER_TOLERANCE = 0.15;

/** Narrower covers have small marks, in CSS pixels. */
const SMALL_WIDTH = 64;

export interface CoverProps {
  src: string | null;
  src2x?: string | undefined;
  aspect: CoverAspect;
  /** CSS pixels, a hint for the browser. The box is as wide as its container. */
  width: number;
  title: string;
  author?: string | undefined;
  alt?: string | undefined;
  invalidLabel: string;
  priority?: 'high' | 'auto' | 'low' | undefined;
  /** 0..1. No bar at 0. */
  progress?: number | undefined;
  finishedLabel?: string | undefined;
  playback?: { readonly sounds: boolean; readonly label: string } | undefined;
  mark?: string | undefined;
  /** Of the stored picture, such as '1200 × 1200'. */
  resolution?: string | undefined;
  className?: string | undefined;
  /** Covers of one name move to each other's place when their pages change. */
  flight?: string | undefined;
  /** The only cover of this name on its page. */
  isLarge?: boolean | undefined;
}

export function Cover(props: CoverProps) {
  const {
    src,
    aspect,
    width,
    title,
    author,
    progress = 0,
    finishedLabel,
    playback,
    mark,
    resolution,
    invalidLabel,
    className,
  } = props;
  const ratio = COVER_RATIO[aspect];
  return (
    <div
      ref={props.flight === undefined ? undefined : props.isLarge ? fly : land}
      {...{ [FLIGHT]: props.flight }}
      className={cx(
        'relative isolate w-full overflow-hidden rounded-sm [contain:paint] after:pointer-events-none after:absolute after:inset-0 after:rounded-[inherit] after:inset-ring after:inset-ring-ink/10 forced-colors:after:border',
        className,
      )}
      style={{ aspectRatio: `1 / ${ratio}`, background: placeholderColour(title) }}
    >
      {src === null ? (
        <CoverPlaceholder title={title} author={author} />
      ) : (
        <ContainedImage
          key={src}
          src={src}
          src2x={props.src2x}
          alt={props.alt ?? ''}
          width={width}
          height={Math.round(width * ratio)}
          priority={props.priority}
          isOdd={(found) => Math.abs(found - ratio) > COVER_TOLERANCE}
          fallback={
            <span className="grid size-full place-items-center bg-surface-3 p-2 text-center text-xs font-medium text-ink-2">
              {invalidLabel}
            </span>
          }
        />
      )}
      {resolution && (
        <span className="absolute inset-x-0 bottom-0 bg-surface-0/85 px-1 py-0.5 text-center text-xs text-ink tabular-nums">
          {resolution}
        </span>
      )}
      {progress > 0 && !finishedLabel && (
        <span className="absolute inset-x-1.5 bottom-1.5 z-1 h-1 rounded-full bg-black/70 ring-1 ring-black/50">
          <span
            className="block h-full min-w-1.5 rounded-full bg-(--accent-on-dark)"
            style={{ inlineSize: `${Math.min(1, progress) * 100}%` }}
          />
        </span>
      )}
      {playback && <PlaybackMark {...playback} small={width < SMALL_WIDTH} />}
      {mark && (
        <span className="absolute end-1 top-1 min-w-5 rounded-xs bg-surface-0/90 px-1 text-center text-xs font-semibold text-ink tabular-nums">
          {mark}
        </span>
      )}
      {finishedLabel && (
        <span
          role="img"
          aria-label={finishedLabel}
          className="absolute end-1 bottom-1 grid size-5 place-items-center rounded-full bg-success text-success-ink"
        >
          <Check size={13} strokeWidth={3} />
        </span>
      )}
    </div>
  );
}

/** A link to the picture in a new tab, over the corner of a `group/cover`: on hover and focus, on touch always. */
export function PictureLink({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      data-tip={label}
      className="absolute end-1 top-1 z-2 grid size-8 place-items-center rounded-full bg-surface-0/90 text-ink opacity-0 group-hover/cover:opacity-100 focus-visible:opacity-100 touch:size-11 touch:opacity-100"
    >
      <ExternalLink size={16} />
    </a>
  );
}

export function PlaybackMark({
  sounds,
  label,
  small = false,
}: NonNullable<CoverProps['playback']> & { small?: boolean }) {
  return (
    <span
      role="img"
      aria-label={label}
      className={cx(
        'absolute z-1 grid place-items-center rounded-xs bg-surface-0/90 text-accent-text',
        small ? 'start-0.5 bottom-0.5 size-4 *:scale-75' : 'start-1 top-1 size-6',
      )}
    >
      <Equaliser moves={sounds} />
    </span>
  );
}

export function Equaliser({ moves }: { moves: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-moves={moves}
      className="equaliser flex h-3 items-end gap-0.5 *:h-full *:w-0.75 *:rounded-full *:bg-current"
    >
      <span />
      <span />
      <span />
    </span>
  );
}

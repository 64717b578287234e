import type { ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';
import { COVER_RATIO } from './cover-shape.ts';
import type { CoverAspect } from './cover-shape.ts';
import { cx } from './cx.ts';
import { rem } from './rem.ts';

export function Waiting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}

export function Spinner({ size = 16, label }: { size?: number | undefined; label?: string | undefined }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center gap-2">
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        aria-hidden="true"
        className="animate-spin motion-reduce:animate-none"
      >
        <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
        <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label && <span className="text-sm text-ink-2">{label}</span>}
    </span>
  );
}

const bone = 'block animate-pulse rounded-sm bg-surface-2 motion-reduce:animate-none forced-colors:border';

export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cx(bone, className)} />;
}

/** `ratio`: height of its picture by its width. */
export function CardSkeleton({ ratio }: { ratio: number }) {
  return (
    <div aria-hidden="true">
      <span className={bone} style={{ aspectRatio: `1 / ${ratio}` }} />
      <span className={cx(bone, 'mt-2 h-4 w-11/12')} />
      <span className={cx(bone, 'mt-1.5 h-3 w-2/3')} />
    </div>
  );
}

export function ShelfSkeleton({
  aspect,
  itemWidth,
  count = 8,
}: {
  aspect: CoverAspect;
  itemWidth: number;
  count?: number | undefined;
}) {
  return (
    <div aria-hidden="true" className="overflow-hidden px-(--page-inset,0px)">
      <span className={cx(bone, 'mt-2 mb-4 h-5 w-44')} />
      <div className="flex gap-4 pb-2">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="shrink-0" style={{ inlineSize: rem(itemWidth) }}>
            <CardSkeleton ratio={COVER_RATIO[aspect]} />
          </div>
        ))}
      </div>
    </div>
  );
}

export function HomeSkeleton({ aspect, itemWidth }: { aspect: CoverAspect; itemWidth: number }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="px-(--page-inset,0px)">
        <Skeleton className="h-58 w-full rounded-lg short:h-48" />
      </div>
      {[0, 1].map((row) => (
        <ShelfSkeleton key={row} aspect={aspect} itemWidth={itemWidth} count={12} />
      ))}
    </div>
  );
}

export function TextSkeleton({ lines = 3 }: { lines?: number | undefined }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={cx(bone, 'h-3.5', index === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </div>
  );
}

export function RowSkeleton() {
  return (
    <div aria-hidden="true" className="flex h-full items-start gap-3 border-t border-line py-3">
      <span className={cx(bone, 'size-10 shrink-0 rounded-full')} />
      <span className="flex flex-1 flex-col gap-2">
        <span className={cx(bone, 'h-4 w-2/5')} />
        <span className={cx(bone, 'h-3 w-4/5')} />
        <span className={cx(bone, 'h-3 w-1/4')} />
      </span>
    </div>
  );
}

export function RowsSkeleton({ rows = 6 }: { rows?: number | undefined }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2">
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className={cx(bone, 'h-11')} />
      ))}
    </div>
  );
}

export function ItemSkeleton({ aspect }: { aspect: CoverAspect }) {
  return (
    <div aria-hidden="true" className="mx-auto flex max-w-6xl gap-10 phone:gap-5 max-sm:flex-col max-sm:items-center">
      <span
        className={cx(bone, 'w-72 shrink-0 self-start rounded-md max-lg:w-56 phone:w-52 short:w-44 max-sm:self-center')}
        style={{ aspectRatio: `1 / ${COVER_RATIO[aspect]}` }}
      />
      <div className="flex w-full min-w-0 flex-1 flex-col gap-4 pt-1">
        <span className={cx(bone, 'h-9 w-3/4')} />
        <span className={cx(bone, 'h-5 w-2/5')} />
        <span className={cx(bone, 'h-4 w-3/5')} />
        <span className={cx(bone, 'my-2 h-12 w-56 rounded-md')} />
        <div className="measure">
          <TextSkeleton lines={5} />
        </div>
      </div>
    </div>
  );
}

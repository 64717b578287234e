import { COVER_RATIO } from './cover.tsx';
import type { CoverAspect } from './cover.tsx';
import { cx } from './cx.ts';

const bone = 'block animate-pulse rounded-sm bg-surface-2 motion-reduce:animate-none forced-colors:border';

/** A grey shape where something will be. Decoration: the region that waits carries aria-busy. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cx(bone, className)} />;
}

/** The shape of a MediaCard. */
export function CardSkeleton({ aspect }: { aspect: CoverAspect }) {
  return (
    <div aria-hidden="true">
      <span className={bone} style={{ aspectRatio: `1 / ${COVER_RATIO[aspect]}` }} />
      <span className={cx(bone, 'mt-2 h-4 w-11/12')} />
      <span className={cx(bone, 'mt-1.5 h-3 w-2/3')} />
    </div>
  );
}

/** The shape of a ShelfRow. */
export function ShelfSkeleton({ aspect, itemWidth, count = 8 }: { aspect: CoverAspect; itemWidth: number; count?: number | undefined }) {
  return (
    <div aria-hidden="true" className="overflow-hidden px-(--page-inset,0px)">
      <span className={cx(bone, 'mt-2 mb-4 h-5 w-44')} />
      <div className="flex gap-4 pb-2">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="shrink-0" style={{ inlineSize: itemWidth }}><CardSkeleton aspect={aspect} /></div>
        ))}
      </div>
    </div>
  );
}

/** Lines of text, the last one shorter. */
export function TextSkeleton({ lines = 3 }: { lines?: number | undefined }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={cx(bone, 'h-3.5', index === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </div>
  );
}

/** Rows of a list or table. */
export function RowsSkeleton({ rows = 6 }: { rows?: number | undefined }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2">
      {Array.from({ length: rows }, (_, index) => <span key={index} className={cx(bone, 'h-11')} />)}
    </div>
  );
}

/** The shape of an item page: large cover, title, facts, buttons, text. */
export function ItemSkeleton({ aspect }: { aspect: CoverAspect }) {
  return (
    <div aria-hidden="true" className="flex gap-8 phone:flex-col phone:items-center">
      <span className={cx(bone, 'w-64 shrink-0 rounded-md phone:w-52')} style={{ aspectRatio: `1 / ${COVER_RATIO[aspect]}` }} />
      <div className="flex w-full min-w-0 flex-col gap-4 pt-2">
        <span className={cx(bone, 'h-9 w-3/4')} />
        <span className={cx(bone, 'h-5 w-2/5')} />
        <span className={cx(bone, 'h-4 w-3/5')} />
        <span className={cx(bone, 'my-2 h-12 w-56 rounded-md')} />
        <div className="measure"><TextSkeleton lines={5} /></div>
      </div>
    </div>
  );
}

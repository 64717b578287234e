import { PageInset } from '../ui/app-frame.tsx';
import { CardSkeleton, HomeSkeleton, ItemSkeleton, RowsSkeleton, Skeleton } from '../ui/waiting.tsx';

export function HomeShape() {
  return (
    <div className="pt-12 phone:pt-11">
      <HomeSkeleton aspect="square" itemWidth={154} />
    </div>
  );
}

export function GridShape({ hasToolbar = false, covers = 1 }: { hasToolbar?: boolean; covers?: 1 | 2 }) {
  return (
    <PageInset className={hasToolbar ? 'pt-14 phone:pt-13' : 'pt-4'}>
      <div
        className="grid gap-x-4 gap-y-6"
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${8.5 * covers}rem, 1fr))` }}
      >
        {Array.from({ length: 24 / covers }, (_, index) => (
          <CardSkeleton key={index} ratio={1 / covers} />
        ))}
      </div>
    </PageInset>
  );
}

export function ItemShape() {
  return (
    <PageInset className="pt-4">
      <ItemSkeleton aspect="square" />
    </PageInset>
  );
}

export function RowsShape() {
  return (
    <PageInset className="flex max-w-6xl flex-col gap-6 pt-4">
      <Skeleton className="h-7 w-56" />
      <RowsSkeleton rows={8} />
    </PageInset>
  );
}

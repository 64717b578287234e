import { PageInset } from '../ui/app-frame.tsx';
import { CardSkeleton, ItemSkeleton, RowsSkeleton, ShelfSkeleton, Skeleton } from '../ui/skeleton.tsx';

/** The shape of a page, shown while its code or machine are loading. `name` of its route. */
export function PageSkeleton({ name }: { name: string }) {
  switch (name) {
    case 'index':
    case 'login':
    case 'library':
      return <HomeSkeleton />;
    case 'bookshelf':
      return <BookshelfSkeleton />;
    case 'item':
      return <ItemPageSkeleton />;
    default:
      return <ListSkeleton />;
  }
}

/** Shelves of home. */
function HomeSkeleton() {
  return (
    <div className="flex flex-col gap-6 pt-2">
      {[0, 1, 2].map((row) => <ShelfSkeleton key={row} aspect="square" itemWidth={152} count={12} />)}
    </div>
  );
}

/** The grid of a bookshelf. */
function BookshelfSkeleton() {
  return (
    <PageInset className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-6 pt-2">
      {Array.from({ length: 24 }, (_, index) => <CardSkeleton key={index} aspect="square" />)}
    </PageInset>
  );
}

/** An item page. */
function ItemPageSkeleton() {
  return (
    <PageInset className="pt-4">
      <ItemSkeleton aspect="square" />
    </PageInset>
  );
}

/** A heading and rows: settings, lists. */
function ListSkeleton() {
  return (
    <PageInset className="flex max-w-6xl flex-col gap-6 pt-4">
      <Skeleton className="h-7 w-56" />
      <RowsSkeleton rows={8} />
    </PageInset>
  );
}

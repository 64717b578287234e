import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { HomeRef } from '../../machines/home/home.machine.ts';
import { selectHomeError, selectHomeState, selectMiddle, selectShelfLines, selectUnreadable } from '../../machines/home/home.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCardWidth } from '../library/card-size.ts';
import { FailedPage } from '../library/failed-page.tsx';
import { LibraryHeading } from '../library/library-heading.tsx';
import { useCoverAspect } from '../library/use-library.ts';
import { PageInset } from '../ui/app-frame.tsx';
import { ShelfSkeleton, Skeleton } from '../ui/skeleton.tsx';
import { EmptyLibrary } from './empty-library.tsx';
import { HomeShelf } from './home-shelf.tsx';
import { MiddleCard } from './middle-card.tsx';

/** So many lines of shelves are drawn with the page; those below come after the first paint, or when they are scrolled to. */
const SHELVES_AT_ONCE = 1;

/** The start page of a library: what was under way, then the shelves. */
export function Page() {
  const t = useTranslations('home');
  return (
    <>
      <LibraryHeading title={t('title')} heading={(library) => t('heading', { library })} />
      <Content />
    </>
  );
}

function Content() {
  const t = useTranslations('home');
  const page = usePageRef<HomeRef>();
  const state = useSelector(page, selectHomeState);
  const error = useSelector(page, selectHomeError);
  switch (state) {
    case 'loading':
      return <LoadingShelves label={t('loading')} />;
    case 'failed':
      return <FailedPage message={t('failed')} error={error} onRetry={() => page.send({ type: 'home.retry' })} />;
    case 'empty':
      return <EmptyLibrary />;
    case 'filled':
      return <Shelves />;
  }
}

function Shelves() {
  const t = useTranslations('home');
  const page = usePageRef<HomeRef>();
  const middle = useSelector(page, selectMiddle);
  const lines = useSelector(page, selectShelfLines);
  const unreadable = useSelector(page, selectUnreadable);
  return (
    <div className="flex flex-col gap-5 pt-2 pb-6">
      {middle && <MiddleCard entry={middle} />}
      {lines.map((shelves, line) => (
        <div key={shelves[0]?.id} className="flex phone:flex-col phone:gap-5">
          {shelves.map((shelf, index) => <HomeShelf key={shelf.id} shelf={shelf} isFirst={line === 0 && index === 0} isBelow={line >= SHELVES_AT_ONCE} isLast={index === shelves.length - 1} />)}
        </div>
      ))}
      {unreadable > 0 && <PageInset><p role="status" className="text-sm text-ink-2">{t('unreadable', { count: unreadable })}</p></PageInset>}
    </div>
  );
}

function LoadingShelves({ label }: { label: string }) {
  const aspect = useCoverAspect();
  const width = useCardWidth(aspect, 'shelf');
  return (
    <div role="status" aria-busy="true" aria-label={label} className="flex flex-col gap-6 pt-2">
      <PageInset><Skeleton className="h-44 w-full rounded-lg phone:h-36" /></PageInset>
      {[0, 1].map((row) => <ShelfSkeleton key={row} aspect={aspect} itemWidth={width} count={12} />)}
    </div>
  );
}

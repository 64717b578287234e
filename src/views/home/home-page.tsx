import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { HomeRef } from '../../machines/home/home.machine.ts';
import {
  selectHomeError,
  selectHomeState,
  selectContinueItem,
  selectShelfLines,
} from '../../machines/home/home.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCardWidth } from '../library/card-size.ts';
import { FailedPage } from '../library/failed-page.tsx';
import { LibraryPage } from '../library/library-page.tsx';
import { useCoverAspect } from '../library/use-library.ts';
import { cx } from '../ui/cx.ts';
import { HomeSkeleton } from '../ui/skeleton.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { EmptyLibrary } from './empty-library.tsx';
import { HomeShelf } from './home-shelf.tsx';
import { homeWidth } from './home-width.ts';
import { ContinueCard } from './continue-card.tsx';

export { HomeToolbar as Toolbar } from './home-toolbar.tsx';

/** Lines of shelves rendered with the page; the others follow after the first paint, or on scrolling. */
const SHELVES_AT_ONCE = 1;

export function Page() {
  const t = useTranslations('home');
  const error = useSelector(usePageRef<HomeRef>(), selectHomeError);
  return (
    <LibraryPage title={t('title')} heading={(library) => t('heading', { library })} error={error}>
      <Content />
    </LibraryPage>
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
  const page = usePageRef<HomeRef>();
  const continueItem = useSelector(page, selectContinueItem);
  const lines = useSelector(page, selectShelfLines);
  return (
    <div className={cx(homeWidth, 'flex flex-col gap-5 pb-6')}>
      {continueItem && <ContinueCard entry={continueItem} />}
      {lines.map((shelves, line) => (
        <div key={shelves[0]?.id} className="flex flex-wrap gap-y-5 pe-5 phone:flex-col phone:flex-nowrap phone:pe-0">
          {shelves.map((shelf, index) => (
            <HomeShelf
              key={shelf.id}
              shelf={shelf}
              isFirst={line === 0 && index === 0}
              isBelow={line >= SHELVES_AT_ONCE}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function LoadingShelves({ label }: { label: string }) {
  const aspect = useCoverAspect();
  const width = useCardWidth(aspect, 'shelf');
  return (
    <Waiting label={label}>
      <HomeSkeleton aspect={aspect} itemWidth={width} />
    </Waiting>
  );
}

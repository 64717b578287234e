import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { LibraryBig } from 'lucide-react';
import type { HomeRef } from '../../../machines/browse/home/home.machine.ts';
import {
  selectHomeError,
  selectHomeState,
  selectContinueItem,
  selectShelfLines,
  selectScan,
} from '../../../machines/browse/home/home.selectors.ts';
import { usePageRef, useActorRefOf, useLinkTo } from '../../app/actors-context.tsx';
import { useCardWidth } from '../../shared/card-size.ts';
import { FailedPage } from '../../shared/message-page.tsx';
import { LibraryPage } from '../../shared/library-page.tsx';
import { useCoverAspect, useCurrentLibrary } from '../../shared/use-library.ts';
import { cx } from '../../ui/cx.ts';
import { HomeSkeleton, Waiting } from '../../ui/waiting.tsx';
import { ViewMenuButton } from '../../shared/view-menu-button.tsx';
import { Toolbar } from '../../ui/app-bar.tsx';
import { selectIsAdmin } from '../../../machines/app/session/session.selectors.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { HomeShelf } from './home-shelf.tsx';
import { ContinueCard } from './continue-card.tsx';

export { HomeToolbar as Toolbar };

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
      {/* One list, broken into lines: a shelf that changes its line keeps its elements. */}
      <div className="-mb-5 flex flex-wrap pe-5 phone:flex-col phone:flex-nowrap phone:pe-0">
        {lines.flatMap((shelves, line) => [
          ...shelves.map((shelf, index) => (
            <HomeShelf
              key={shelf.id}
              shelf={shelf}
              isFirst={line === 0 && index === 0}
              isBelow={line >= SHELVES_AT_ONCE}
            />
          )),
          <span key={line} className="basis-full phone:hidden" />,
        ])}
      </div>
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

function HomeToolbar() {
  const t = useTranslations();
  return (
    <Toolbar
      label={t('view.label')}
      className={homeWidth}
      start={
        <p aria-hidden="true" className="truncate text-xl font-semibold tracking-tight text-ink">
          {t('home.title')}
        </p>
      }
      end={<ViewMenuButton id="home-view" />}
    />
  );
}

/** At most 1920 px, centred beside a rail of 80 px; a scrollbar moves none of it. */
const homeWidth = 'ms-[max(0px,calc(50vw-62.5rem))] max-w-[120rem]';

/** Administrators can scan it, open its settings, or add a podcast. */
function EmptyLibrary() {
  const t = useTranslations('home');
  const tLibrary = useTranslations('library');
  const tNav = useTranslations('nav');
  const page = usePageRef<HomeRef>();
  const linkTo = useLinkTo();
  const library = useCurrentLibrary();
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const scan = useSelector(page, selectScan);
  const icon = <LibraryBig size={26} />;
  if (!isAdmin)
    return (
      <EmptyState
        icon={icon}
        message={tLibrary('empty', { mediaType: library?.mediaType ?? 'book' })}
        detail={t('emptyForUsers')}
      />
    );
  if (scan === 'running') return <EmptyState icon={icon} message={t('scanning')} detail={t('scanningDetail')} />;
  return (
    <EmptyState
      icon={icon}
      message={tLibrary('empty', { mediaType: library?.mediaType ?? 'book' })}
      detail={t('emptyForAdmins')}
      action={
        <>
          {library?.mediaType === 'podcast' && (
            <LinkButton variant="primary" {...linkTo({ name: 'libraryPodcastSearch', libraryId: library.id })}>
              {tNav('addPodcast')}
            </LinkButton>
          )}
          <Button
            variant={library?.mediaType === 'podcast' ? undefined : 'primary'}
            busy={scan === 'asking'}
            onClick={() => page.send({ type: 'home.scan' })}
          >
            {t('scan')}
          </Button>
          <LinkButton {...linkTo({ name: 'configLibraries' })}>{t('configure')}</LinkButton>
        </>
      }
    />
  );
}

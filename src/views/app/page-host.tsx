import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { selectLibrariesError } from '../../machines/account/libraries/libraries.selectors.ts';
import {
  selectEntryKey,
  selectPage,
  selectPageFailure,
  selectPagePlace,
  selectRouteName,
  selectScrollPlace,
  selectVisit,
} from '../../machines/app/page-host/page-host.selectors.ts';
import type { PageRef } from '../../machines/app/page-host/page.protocol.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { ErrorBoundary } from '../ui/chunk.tsx';
import { PlaceKeeper } from '../ui/place-keeper.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { errorText } from '../texts/error-text.ts';
import { PageProvider, useActorRefOf } from './actors-context.tsx';
import { NoLibrary, Unbuilt, Unknown } from './message-pages.tsx';
import { PageTitle } from '../texts/page-title.tsx';
import { StaleBanner } from './banners.tsx';
import { keepsOwnPlace, PageSkeleton, pageView } from './pages.tsx';

export function PageHost() {
  return (
    <>
      <KeptPlace />
      <PageOfPlace />
    </>
  );
}

function KeptPlace() {
  const host = useActorRefOf('pageHost');
  const entryKey = useSelector(host, selectEntryKey);
  return (
    <PlaceKeeper
      visit={useSelector(host, selectVisit)}
      readStart={() => selectScrollPlace(host.getSnapshot())}
      isKeptByPage={keepsOwnPlace(useSelector(host, selectRouteName))}
      onMove={(scroll) =>
        host.send({ type: 'page.placeMoved', entryKey, scroll: { ...scroll, rows: { ...scroll.rows } } })
      }
    />
  );
}

function PageOfPlace() {
  const host = useActorRefOf('pageHost');
  const place = useSelector(host, selectPagePlace);
  const name = useSelector(host, selectRouteName);
  switch (place) {
    case 'loading':
      return <LoadingPage name={name} />;
    case 'choosing':
      return <ChoosingStart name={name} />;
    case 'open':
      return <OpenPage name={name} />;
    case 'failed':
      return <UnopenedPage />;
    case 'unbuilt':
      return name === 'unknown' ? <Unknown /> : <Unbuilt name={name} />;
    case 'unknown':
      return <Unknown />;
    case 'noLibrary':
      return <NoLibrary />;
  }
}

export function ToolbarHost() {
  const host = useActorRefOf('pageHost');
  const isOpen = useSelector(host, (snapshot) => selectPagePlace(snapshot) === 'open');
  const page = useSelector(host, selectPage);
  const Toolbar = pageView(useSelector(host, selectRouteName))?.Toolbar;
  if (!isOpen || !page || !Toolbar) return null;
  return (
    <PageBoundary page={page}>
      <Toolbar />
    </PageBoundary>
  );
}

function ChoosingStart({ name }: { name: string }) {
  const t = useTranslations();
  const libraries = useActorRefOf('libraries');
  const error = useSelector(libraries, selectLibrariesError);
  if (!error) return <LoadingPage name={name} />;
  return (
    <>
      <PageTitle title={t('app.librariesFailed')} />
      <FailedState
        isHeading
        message={t('app.librariesFailed')}
        detail={errorText(t, error)}
        retryLabel={t('common.retry')}
        onRetry={() => libraries.send({ type: 'libraries.refresh' })}
      />
    </>
  );
}

function LoadingPage({ name }: { name: string }) {
  const t = useTranslations('common');
  return (
    <Waiting label={t('loading')}>
      <PageSkeleton name={name} />
    </Waiting>
  );
}

function OpenPage({ name }: { name: string }) {
  const page = useSelector(useActorRefOf('pageHost'), selectPage);
  const view = pageView(name);
  if (!page || !view) return <LoadingPage name={name} />;
  return (
    <>
      <StaleBanner page={page} />
      <PageBoundary page={page}>
        <view.Page />
      </PageBoundary>
    </>
  );
}

function PageBoundary({ page, children }: { page: PageRef; children: ReactNode }) {
  const host = useActorRefOf('pageHost');
  const failed = (cause: unknown) => host.send({ type: 'page.viewFailed', cause });
  return (
    <ErrorBoundary key={page.sessionId} fallback={() => null} onCatch={failed}>
      <PageProvider value={page}>{children}</PageProvider>
    </ErrorBoundary>
  );
}

function UnopenedPage() {
  const t = useTranslations('app');
  const common = useTranslations('common');
  const host = useActorRefOf('pageHost');
  const failure = useSelector(host, selectPageFailure);
  const crashed = failure?.kind === 'crash';
  const title = t(crashed ? 'crashed' : 'pageFailed');
  return (
    <>
      <PageTitle title={title} />
      <FailedState
        isHeading
        message={title}
        detail={t(crashed ? 'crashedDetail' : 'pageFailedDetail')}
        retryLabel={common('retry')}
        onRetry={() => host.send({ type: 'page.retry' })}
      />
    </>
  );
}

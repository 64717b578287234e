import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectLibrariesError } from '../../machines/libraries/libraries.selectors.ts';
import { selectPage, selectPagePlace, selectRouteName } from '../../machines/session/session.selectors.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { errorText } from '../texts/error-text.ts';
import { PageProvider, useActorRefOf } from './actors-context.tsx';
import { Forbidden, NoLibrary, Unbuilt, Unknown } from './notices.tsx';
import { PageTitle } from '../texts/page-title.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { pageView } from './pages.tsx';

/** The page of the session's state: the view of the open one, its shape while it loads, or why there is none. */
export function PageHost() {
  const session = useActorRefOf('session');
  const place = useSelector(session, selectPagePlace);
  const name = useSelector(session, selectRouteName);
  switch (place) {
    case 'loading':
      return <LoadingPage name={name} />;
    case 'choosing':
      return <ChoosingStart name={name} />;
    case 'open':
      return <OpenPage name={name} />;
    case 'failed':
      return <FailedPage />;
    case 'unbuilt':
      return name === 'unknown' ? <Unknown /> : <Unbuilt name={name} />;
    case 'unknown':
      return <Unknown />;
    case 'forbidden':
      return <Forbidden />;
    case 'noLibrary':
      return <NoLibrary />;
  }
}

/** The toolbar of the open page, for the place above the content. */
export function ToolbarHost() {
  const session = useActorRefOf('session');
  const isOpen = useSelector(session, (snapshot) => selectPagePlace(snapshot) === 'open');
  const page = useSelector(session, selectPage);
  const Toolbar = pageView(useSelector(session, selectRouteName))?.Toolbar;
  return isOpen && page && Toolbar ? <PageProvider value={page}><Toolbar /></PageProvider> : null;
}

/** The start page depends on the libraries; without their list there is none. */
function ChoosingStart({ name }: { name: string }) {
  const t = useTranslations();
  const libraries = useActorRefOf('libraries');
  const error = useSelector(libraries, selectLibrariesError);
  if (!error) return <LoadingPage name={name} />;
  return (
    <>
      <PageTitle title={t('app.librariesFailed')} />
      <FailedState
        message={t('app.librariesFailed')}
        detail={errorText(t, error)}
        retryLabel={t('common.retry')}
        onRetry={() => libraries.send({ type: 'libraries.refresh' })}
      />
    </>
  );
}

function LoadingPage({ name }: { name: string }) {
  const t = useTranslations('app');
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <PageSkeleton name={name} />
    </div>
  );
}

function OpenPage({ name }: { name: string }) {
  const t = useTranslations();
  const page = useSelector(useActorRefOf('session'), selectPage);
  const view = pageView(name);
  if (!page || !view) return <LoadingPage name={name} />;
  const failed = (cause: unknown, reset: () => void) => (
    <FailedState
      message={t('app.crashed')}
      detail={`${t('app.crashedDetail')} ${cause instanceof Error ? cause.message : ''}`}
      retryLabel={t('common.retry')}
      onRetry={reset}
    />
  );
  return (
    <ErrorBoundary key={page.sessionId} fallback={failed}>
      <PageProvider value={page}>
        <view.Page />
      </PageProvider>
    </ErrorBoundary>
  );
}

/** The code of the page could not be had: no network, or a newer client on the server. */
function FailedPage() {
  const t = useTranslations();
  const session = useActorRefOf('session');
  return (
    <>
      <PageTitle title={t('app.pageFailed')} />
      <FailedState
        message={t('app.pageFailed')}
        detail={t('app.pageFailedDetail')}
        retryLabel={t('common.retry')}
        onRetry={() => session.send({ type: 'session.retry' })}
      />
    </>
  );
}

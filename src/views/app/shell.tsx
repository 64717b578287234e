import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectAccountState, selectRoute, selectSessionError } from '../../machines/session/session.selectors.ts';
import { hasRail } from '../../machines/session/places.selectors.ts';
import { errorText } from '../texts/error-text.ts';
import { PlayerDock } from '../player/player-dock.tsx';
import { PageTitle } from '../texts/page-title.tsx';
import { AppBar } from '../ui/app-bar.tsx';
import { AppFrame } from '../ui/app-frame.tsx';
import { Button } from '../ui/button.tsx';
import { OfflineState } from '../ui/empty-state.tsx';
import { useActorRefOf } from './actors-context.tsx';
import { BarEnd, BarStart, HomeLink } from './bar.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PageHost, ToolbarHost } from './page-host.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { PlaceBar, PlaceRail } from './places.tsx';

/** The frame around every page of an account. */
export function Shell() {
  const state = useSelector(useActorRefOf('session'), selectAccountState);
  switch (state) {
    case 'authorizing':
      return <WaitingFrame />;
    case 'failed':
      return <FailedFrame />;
    case 'ready':
      return <ReadyFrame />;
  }
}

function ReadyFrame() {
  const t = useTranslations('app');
  const route = useSelector(useActorRefOf('session'), selectRoute);
  return (
    <AppFrame
      skipLabel={t('skipToContent')}
      bar={<AppBar start={<BarStart />} end={<BarEnd />} />}
      rail={hasRail(route) && <PlaceRail />}
      toolbar={<ToolbarHost />}
      player={<PlayerDock />}
      bottomBar={<PlaceBar />}
    >
      <OfflineBanner />
      <PageHost />
    </AppFrame>
  );
}

/** The server is asked who this is: the frame stands, the page has its shape. */
function WaitingFrame() {
  const t = useTranslations('app');
  const { name } = useSelector(useActorRefOf('session'), selectRoute);
  return (
    <AppFrame skipLabel={t('skipToContent')} bar={<AppBar start={<HomeLink />} />} rail={<div className="w-20" />}>
      <div role="status" aria-busy="true" aria-label={t('loading')}><PageSkeleton name={name} /></div>
    </AppFrame>
  );
}

/** The account is there and the server is not. */
function FailedFrame() {
  const t = useTranslations();
  const session = useActorRefOf('session');
  const auth = useActorRefOf('auth');
  const error = useSelector(session, selectSessionError);
  return (
    <AppFrame skipLabel={t('app.skipToContent')} bar={<AppBar start={<HomeLink />} />}>
      <PageTitle title={t('app.unreachable')} />
      <OfflineState
        message={t('app.unreachable')}
        detail={error?.kind === 'network' || !error ? t('app.unreachableDetail') : errorText(t, error)}
        retryLabel={t('common.retry')}
        onRetry={() => session.send({ type: 'session.retry' })}
        otherAction={<Button onClick={() => auth.send({ type: 'auth.signOut' })}>{t('nav.signOut')}</Button>}
      />
    </AppFrame>
  );
}

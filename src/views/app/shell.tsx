import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectUpdates, selectUploads } from '../../machines/app/session/background.selectors.ts';
import {
  selectAccountState,
  selectBackground,
  selectRoute,
  selectSessionError,
} from '../../machines/app/session/session.selectors.ts';
import { selectCurrentId } from '../../machines/account/libraries/libraries.selectors.ts';
import { hasRail } from '../../machines/app/session/nav.logic.ts';
import { AccountTexts } from '../texts/with-texts.tsx';
import { errorText } from '../texts/error-text.ts';
import { PlayerDock } from '../playback/player/player-dock.tsx';
import { PageTitle } from '../texts/page-title.tsx';
import { AppBar } from '../ui/app-bar.tsx';
import { AppFrame } from '../ui/app-frame.tsx';
import { Button } from '../ui/button.tsx';
import { OfflineState } from '../ui/empty-state.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { KEYS_MENU } from '../../machines/kit/keys.logic.ts';
import { useActorRefOf, useMenu } from './actors-context.tsx';
import { BarPlace, HomeLink } from './bar.tsx';
import { PageHost, ToolbarHost } from './page-host.tsx';
import { PageSkeleton } from './pages.tsx';
import { NavBar, NavRail } from './nav.tsx';
import { StatusBanner } from './banners.tsx';

const uploadBanner = chunk(async () => (await import('../edit/upload/upload-banner.tsx')).UploadBanner);
const updateNotice = chunk(async () => (await import('./update-notice.tsx')).UpdateNotice);

export function Shell() {
  return (
    <AccountTexts>
      <Frame />
    </AccountTexts>
  );
}

function Frame() {
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
  const libraryId = useSelector(useActorRefOf('libraries'), selectCurrentId);
  const background = useSelector(useActorRefOf('session'), selectBackground);
  const updates = useSelector(background, selectUpdates);
  const uploads = useSelector(background, selectUploads);
  return (
    <>
      <AppFrame
        skipLabel={t('skipToContent')}
        bar={<BarPlace />}
        rail={hasRail(route, libraryId) && <NavRail />}
        toolbar={<ToolbarHost />}
        player={<PlayerDock />}
        bottomBar={<NavBar />}
      >
        <StatusBanner />
        {uploads && <uploadBanner.View uploads={uploads} />}
        <PageHost />
        <Keys />
      </AppFrame>
      {updates && <updateNotice.View updates={updates} />}
    </>
  );
}

function WaitingFrame() {
  const t = useTranslations();
  const { name } = useSelector(useActorRefOf('session'), selectRoute);
  return (
    <AppFrame skipLabel={t('app.skipToContent')} bar={<AppBar start={<HomeLink />} />} rail={<div className="w-20" />}>
      <Waiting label={t('common.loading')}>
        <PageSkeleton name={name} />
      </Waiting>
    </AppFrame>
  );
}

function FailedFrame() {
  const t = useTranslations();
  const session = useActorRefOf('session');
  const auth = useActorRefOf('auth');
  const error = useSelector(session, selectSessionError);
  return (
    <AppFrame skipLabel={t('app.skipToContent')} bar={<AppBar start={<HomeLink />} />}>
      <PageTitle title={t('app.unreachable')} />
      <OfflineState
        isHeading
        message={t('app.unreachable')}
        detail={error?.kind === 'network' || !error ? t('app.unreachableDetail') : errorText(t, error)}
        retryLabel={t('common.retry')}
        onRetry={() => session.send({ type: 'session.retry' })}
        otherAction={<Button onClick={() => auth.send({ type: 'auth.signOut' })}>{t('nav.signOut')}</Button>}
      />
    </AppFrame>
  );
}

const keysDialog = chunk(async () => (await import('./keys-dialog.tsx')).KeysDialog);

function Keys() {
  const { open, onOpenChange } = useMenu(KEYS_MENU);
  return open && <keysDialog.View onDismiss={() => onOpenChange(false)} />;
}

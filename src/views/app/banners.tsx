import { useSelector } from '@xstate/react';
import { CloudOff, CloudUpload, RefreshCwOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AnyActorRef } from 'xstate';
import { selectIsOffline, selectIsServerLost } from '../../machines/account/connectivity/connectivity.selectors.ts';
import {
  selectIsSendingSlowly,
  selectWaiting,
} from '../../machines/playback/pending-changes/pending-changes.selectors.ts';
import { Banner } from '../ui/banner.tsx';
import type { FreshnessRef } from '../../machines/kit/freshness.machine.ts';
import { selectIsStale } from '../../machines/kit/kit.selectors.ts';
import type { PageRef } from '../../machines/app/page-host/page.protocol.ts';
import { selectFreshness } from '../../machines/app/session/session.selectors.ts';
import { Button } from '../ui/button.tsx';
import { useActorRefOf } from './actors-context.tsx';
import { selectIsSavingSlowly, selectRefusedStatus } from '../../machines/playback/progress/progress.selectors.ts';

/** One line about pending changes, slow saves, the connection and the server. */
export function StatusBanner() {
  const t = useTranslations('status');
  const [connectivity, changes, ledger] = [
    useActorRefOf('connectivity'),
    useActorRefOf('pendingChanges'),
    useActorRefOf('ledger'),
  ];
  const count = useSelector(changes, selectWaiting);
  const isSending = useSelector(changes, selectIsSendingSlowly);
  const status = useSelector(ledger, selectRefusedStatus);
  const isSaving = useSelector(ledger, selectIsSavingSlowly);
  const isOffline = useSelector(connectivity, selectIsOffline);
  const isServerLost = useSelector(connectivity, selectIsServerLost);
  if (status !== null) return <Banner icon={CloudUpload} text={t('refused', { status })} />;
  if (isOffline) return <Banner icon={CloudOff} text={t('offline', { count })} />;
  if (isServerLost) return <Banner icon={CloudOff} text={t('serverLost', { count })} />;
  if (count > 0) return <Banner icon={CloudUpload} text={t('waiting', { count })} />;
  return <Banner icon={CloudUpload} text={isSending || isSaving ? t('saving') : null} />;
}

function childrenOf(ref: Pick<AnyActorRef, 'getSnapshot'>): Partial<Record<string, AnyActorRef>> {
  return ref.getSnapshot().children ?? {};
}

function freshnessOf(page: PageRef): FreshnessRef | undefined {
  for (const child of Object.values(childrenOf(page))) {
    const freshness = child && childrenOf(child)['freshness'];
    if (freshness) return freshness;
  }
  return undefined;
}

/** A failed refresh of the page or account, with a retry. Hidden offline, where the offline banner shows. */
export function StaleBanner({ page }: { page: PageRef }) {
  const t = useTranslations();
  const isOffline = useSelector(useActorRefOf('connectivity'), selectIsOffline);
  const account = useSelector(useActorRefOf('session'), selectFreshness);
  const shown = useSelector(page, () => freshnessOf(page));
  const isAccountStale = useSelector(account, selectIsStale);
  const isPageStale = useSelector(shown, selectIsStale);
  const retry = () => {
    if (isAccountStale) account?.send({ type: 'freshness.retry' });
    if (isPageStale) shown?.send({ type: 'freshness.retry' });
  };
  return (
    <Banner
      icon={RefreshCwOff}
      text={!isOffline && (isAccountStale || isPageStale) ? t('app.stale') : null}
      action={
        <Button size="sm" onClick={retry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}

import { useSelector } from '@xstate/react';
import { CloudOff, CloudUpload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectIsOffline, selectIsServerLost } from '../../machines/connectivity/connectivity.selectors.ts';
import { selectIsSendingSlowly, selectWaiting } from '../../machines/pending-changes/pending-changes.selectors.ts';
import { selectIsSavingSlowly, selectRefusedStatus } from '../../machines/progress/progress.selectors.ts';
import { Banner } from '../ui/banner.tsx';
import { useActorRefOf } from './actors-context.tsx';

/** One line about pending changes, slow saves, the connection and the server, hidden where a toast says the same. */
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
  const hasSocketToast = useSelector(useActorRefOf('toasts'), ({ context }) =>
    context.toasts.some(({ id }) => id === 'socket'),
  );
  if (status !== null) return <Banner icon={CloudUpload} text={t('refused', { status })} />;
  if (isOffline) return <Banner icon={CloudOff} text={t('offline', { count })} />;
  if (isServerLost && !hasSocketToast) return <Banner icon={CloudOff} text={t('serverLost', { count })} />;
  if (count > 0) return <Banner icon={CloudUpload} text={t('waiting', { count })} />;
  return <Banner icon={CloudUpload} text={isSending || isSaving ? t('saving') : null} />;
}

import { useSelector } from '@xstate/react';
import { CloudOff, CloudUpload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectIsOffline, selectIsServerLost } from '../../machines/connectivity/connectivity.selectors.ts';
import { selectWaiting } from '../../machines/pending-changes/pending-changes.selectors.ts';
import { selectRefusedStatus } from '../../machines/progress/ledger.selectors.ts';
import { Banner } from '../ui/banner.tsx';
import { useActorRefOf } from './actors-context.tsx';

/** Says what is not saved on the server yet, and where it is meanwhile: nothing is lost. */
export function SavingBanner() {
  const t = useTranslations('saving');
  const count = useSelector(useActorRefOf('pendingChanges'), selectWaiting);
  const status = useSelector(useActorRefOf('ledger'), selectRefusedStatus);
  const text = status !== null ? t('refused', { status }) : count > 0 ? t('waiting', { count }) : null;
  return <Banner icon={CloudUpload} text={text} />;
}

/**
 * Says that the browser is offline, or that the server does not answer. Only one message at a time: offline, the toast
 * of the live connection is hidden; while that toast shows, it says enough about the server.
 */
export function OfflineBanner() {
  const t = useTranslations('app');
  const connectivity = useActorRefOf('connectivity');
  const isOffline = useSelector(connectivity, selectIsOffline);
  const isServerLost = useSelector(connectivity, selectIsServerLost);
  const hasSocketToast = useSelector(useActorRefOf('toasts'), ({ context }) =>
    context.toasts.some(({ id }) => id === 'socket'),
  );
  const message = isOffline ? t('offline') : isServerLost && !hasSocketToast ? t('serverLost') : null;
  return <Banner icon={CloudOff} text={message} />;
}

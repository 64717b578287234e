import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectIsOffline } from '../../machines/connectivity/connectivity.selectors.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { errorText } from '../texts/error-text.ts';
import { FailedState, OfflineState } from '../ui/empty-state.tsx';

/** A page whose data could not be had: why, and what can be done. Without a network it says that instead. */
export function FailedPage({ message, error, onRetry }: { message: string; error: AppError | null; onRetry: () => void }) {
  const t = useTranslations();
  const isOffline = useSelector(useActorRefOf('connectivity'), selectIsOffline);
  const State = isOffline ? OfflineState : FailedState;
  return <State message={message} detail={error && errorText(t, error)} retryLabel={t('common.retry')} onRetry={onRetry} />;
}

import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { selectIsOffline } from '../../machines/connectivity/connectivity.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { Button } from '../ui/button.tsx';
import { FocusOnMount } from '../ui/focus-on-mount.tsx';
import { Spinner } from '../ui/spinner.tsx';

export function LoadingModal() {
  const t = useTranslations('common');
  return (
    <Panel role="status">
      <Spinner label={t('loading')} />
    </Panel>
  );
}

export function FailedModal({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const t = useTranslations();
  const isOffline = useSelector(useActorRefOf('connectivity'), selectIsOffline);
  return (
    <Panel role="alert">
      <p className="min-w-0 flex-1">{t(isOffline ? 'app.modalCodeOffline' : 'app.modalCodeFailed')}</p>
      <Button onClick={onClose}>{t('common.close')}</Button>
      <FocusOnMount>
        <Button variant="primary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </FocusOnMount>
    </Panel>
  );
}

function Panel({ role, children }: { role: 'status' | 'alert'; children: ReactNode }) {
  return (
    <div className="fixed inset-0 z-60 grid place-items-center bg-black/40 p-4">
      <div
        role={role}
        className="flex w-full max-w-md flex-wrap items-center gap-3 rounded-lg border border-line bg-surface-1 p-4 text-sm text-ink shadow-overlay"
      >
        {children}
      </div>
    </div>
  );
}

import { useSelector } from '@xstate/react';
import type { ReactNode, Ref } from 'react';
import { useTranslations } from 'use-intl';
import { selectModal, selectModalPlace, selectStack } from '../../../machines/app/modals/modals.selectors.ts';
import type { ModalRef } from '../../../machines/app/modals/modal.machine.ts';
import type { ModalName } from '../../../machines/app/modals/registry.ts';
import { useActorRefOf } from '../actors-context.tsx';
import { AccountTexts } from '../../texts/with-texts.tsx';
import { ErrorBoundary } from '../../ui/chunk.tsx';
import { selectIsOffline } from '../../../machines/account/connectivity/connectivity.selectors.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusBack } from '../../ui/focus-moves.ts';
import { FocusOnMount } from '../../ui/focus.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import { modalView } from './modal-views.ts';

export function Modals() {
  const stack = useSelector(useActorRefOf('modals'), selectStack);
  return (
    <AccountTexts>
      {stack.map(({ id, modal, ref }) => (
        <ErrorBoundary
          key={id}
          fallback={() => null}
          onCatch={(cause) => ref.send({ type: 'modal.viewFailed', cause })}
        >
          <ModalPlace name={modal} host={ref} />
        </ErrorBoundary>
      ))}
    </AccountTexts>
  );
}

function ModalPlace({ name, host }: { name: ModalName; host: ModalRef }) {
  const place = useSelector(host, selectModalPlace);
  const modal = useSelector(host, selectModal);
  const view = modalView(name);
  if (place === 'failed') {
    return (
      <FailedModal
        onRetry={() => host.send({ type: 'modal.retry' })}
        onClose={() => host.send({ type: 'modal.close' })}
      />
    );
  }
  return place === 'open' && modal && view ? <view.Modal modal={modal} /> : <LoadingModal />;
}

function LoadingModal() {
  const t = useTranslations('common');
  return (
    <Panel role="status">
      <Spinner label={t('loading')} />
    </Panel>
  );
}

function FailedModal({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const t = useTranslations();
  const isOffline = useSelector(useActorRefOf('connectivity'), selectIsOffline);
  return (
    <Panel role="alert" ref={useFocusBack()}>
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

interface PanelProps {
  role: 'status' | 'alert';
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

function Panel({ role, ref, children }: PanelProps) {
  return (
    <div className="fixed inset-0 z-60 grid place-items-center bg-black/40 p-4">
      <div
        ref={ref}
        role={role}
        className="flex w-full max-w-md flex-wrap items-center gap-3 rounded-lg border border-line bg-surface-1 p-4 text-sm text-ink shadow-overlay"
      >
        {children}
      </div>
    </div>
  );
}

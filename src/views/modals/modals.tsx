import { useSelector } from '@xstate/react';
import { selectModal, selectModalPlace, selectStack } from '../../machines/modals/modals.selectors.ts';
import type { ModalRef } from '../../machines/modals/modal.machine.ts';
import type { ModalName } from '../../machines/modals/registry.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { AccountTexts } from '../texts/account-texts.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { FailedModal, LoadingModal } from './modal-panels.tsx';
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

import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ToastRef } from '../../machines/toasts/toast.machine.ts';
import { messageText } from '../texts/message-text.ts';
import { Toast, ToastRegion } from '../ui/toast.tsx';
import { useActorRefOf } from '../app/actors-context.tsx';

/** The notices, oldest first (NTF-001 to NTF-004). The region is always there, so that readers hear what comes. */
export function Toasts() {
  const t = useTranslations('toasts');
  const toasts = useSelector(useActorRefOf('toasts'), ({ context }) => context.toasts);
  return <ToastRegion label={t('region')}>{toasts.map(({ id, ref }) => <ToastView key={id} toast={ref} />)}</ToastRegion>;
}

function ToastView({ toast }: { toast: ToastRef }) {
  const t = useTranslations();
  const { kind, message, action } = useSelector(toast, ({ context }) => context);
  return (
    <Toast
      kind={kind}
      title={messageText(t, message)}
      action={action ? { label: messageText(t, action.label), onPress: () => toast.send({ type: 'toast.act' }) } : undefined}
      closeLabel={t('common.close')}
      onClose={() => toast.send({ type: 'toast.close' })}
      onHold={(held) => toast.send({ type: held ? 'toast.hold' : 'toast.release' })}
    />
  );
}

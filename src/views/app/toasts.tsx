import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectIsReachable } from '../../machines/account/connectivity/connectivity.selectors.ts';
import { keyFor } from '../../machines/playback/player/hotkeys.logic.ts';
import type { ToastRef } from '../../machines/app/toasts.machine.ts';
import { errorText } from '../texts/error-text.ts';
import { messageText } from '../texts/message-text.ts';
import { Toast, ToastRegion } from '../ui/toast.tsx';
import { useActorRefOf } from './actors-context.tsx';

/** Oldest first, failures below the others. Always mounted, so that screen readers read new ones. */
export function Toasts() {
  const t = useTranslations('toasts');
  const all = useSelector(useActorRefOf('toasts'), ({ context }) => context.toasts);
  const isReachable = useSelector(useActorRefOf('connectivity'), selectIsReachable);
  // A banner says more.
  const toasts = isReachable ? all : all.filter(({ id }) => id !== 'socket');
  const views = (urgent: boolean) =>
    toasts.filter((toast) => toast.isUrgent === urgent).map(({ ref }) => <ToastView key={ref.sessionId} toast={ref} />);
  return <ToastRegion label={t('region')} calm={views(false)} urgent={views(true)} />;
}

function ToastView({ toast }: { toast: ToastRef }) {
  const t = useTranslations();
  const { kind, message, error, action } = useSelector(toast, ({ context }) => context);
  return (
    <Toast
      kind={kind}
      title={messageText(t, message)}
      text={error ? errorText(t, error) : undefined}
      action={
        action
          ? {
              label: messageText(t, action.label),
              shortcut: keyFor(action.event.type),
              onPress: () => toast.send({ type: 'toast.act' }),
            }
          : undefined
      }
      closeLabel={t('common.close')}
      onClose={() => toast.send({ type: 'toast.close' })}
      onHold={(held) => toast.send({ type: held ? 'toast.hold' : 'toast.release' })}
    />
  );
}

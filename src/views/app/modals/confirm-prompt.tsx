import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ConfirmRef } from '../../../machines/app/modals/confirm.machine.ts';
import { messageHtml, messageText } from '../../texts/message-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { DismissReason } from '../../ui/dialog.tsx';

const REASONS = { escape: 'escape', outside: 'outside', closeButton: 'button' } as const satisfies Record<
  DismissReason,
  string
>;

export function Modal({ modal: confirm }: { modal: ConfirmRef }) {
  const t = useTranslations();
  const { title, width, message, type, confirmLabel, cancelLabel, tone, checkbox, checked, persistent } = useSelector(
    confirm,
    ({ context }) => context,
  );
  const accept = confirmLabel ? messageText(t, confirmLabel) : t(type === 'yesNo' ? 'confirm.yes' : 'confirm.ok');
  const ownTitle = title ?? confirmLabel;
  return (
    <ConfirmDialog
      open
      title={ownTitle ? messageText(t, ownTitle) : t('confirm.title')}
      width={width}
      message={messageHtml(t, message)}
      kind={type}
      confirmLabel={accept}
      cancelLabel={cancelLabel ? messageText(t, cancelLabel) : t('common.cancel')}
      closeLabel={t('common.close')}
      tone={tone}
      persistent={persistent}
      checkbox={
        checkbox && {
          label: messageText(t, checkbox.label),
          checked,
          onChange: (value) => confirm.send({ type: 'confirm.check', checked: value }),
        }
      }
      onConfirm={() => confirm.send({ type: 'confirm.accept' })}
      onCancel={(reason) => confirm.send({ type: 'confirm.cancel', reason: REASONS[reason] })}
    />
  );
}

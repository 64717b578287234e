import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/broadcast.json';
import type { BroadcastRef } from '../../../machines/admin/broadcast/broadcast.machine.ts';
import {
  selectCharactersLeft,
  selectHasFailed,
  selectIsSending,
  selectMessage,
  selectOnlineCount,
} from '../../../machines/admin/broadcast/broadcast.selectors.ts';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';

const FORM = 'broadcast';

export function Modal({ modal }: { modal: BroadcastRef }) {
  return (
    <WithTexts texts={texts}>
      <BroadcastDialog modal={modal} />
    </WithTexts>
  );
}

function BroadcastDialog({ modal }: { modal: BroadcastRef }) {
  const t = useTranslations('broadcast');
  const tCommon = useTranslations('common');
  const text = useSelector(modal, selectMessage);
  const isSending = useSelector(modal, selectIsSending);
  const hasFailed = useSelector(modal, selectHasFailed);
  const online = useSelector(modal, selectOnlineCount);
  const left = useSelector(modal, selectCharactersLeft);
  const cancel = () => modal.send({ type: 'message.cancel' });
  return (
    <Dialog
      open
      title={t('title')}
      closeLabel={tCommon('close')}
      persistent={text !== ''}
      onDismiss={cancel}
      footer={
        <CancelAndSave
          form={FORM}
          busy={isSending}
          disabledReason={text.trim() === '' ? t('empty') : null}
          onCancel={cancel}
        >
          {t('send')}
        </CancelAndSave>
      }
    >
      <form
        id={FORM}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          modal.send({ type: 'message.send' });
        }}
      >
        {hasFailed && <FormMessage tone="danger">{t('failed')}</FormMessage>}
        <p className="text-sm text-ink-2">{t('intro')}</p>
        <p className="text-sm text-ink-2">{t('online', { count: online })}</p>
        <TextArea
          label={t('message')}
          dir="auto"
          rows={4}
          help={left === null ? undefined : t('left', { count: left })}
          value={text}
          onChange={(value) => modal.send({ type: 'message.change', text: value })}
        />
      </form>
    </Dialog>
  );
}

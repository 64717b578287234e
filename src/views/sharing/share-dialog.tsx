import { useSelector } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/sharing-en-us.json';
import type { ShareLinkRef } from '../../machines/sharing/share-link.machine.ts';
import { selectIsRemoving, selectShare, selectShareForm } from '../../machines/sharing/share-link.logic.ts';
import { selectIsDirty, selectIsSaving } from '../../machines/kit/kit.selectors.ts';
import { WithTexts } from '../texts/with-texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ShareFields, SHARE_FORM } from './share-fields.tsx';
import { SharedLink } from './shared-link.tsx';

export function Modal({ modal }: { modal: ShareLinkRef }) {
  return (
    <WithTexts texts={texts}>
      <ShareDialog modal={modal} />
    </WithTexts>
  );
}

const GUIDE = 'https://www.audiobookshelf.org/guides/media-item-shares';

function ShareDialog({ modal }: { modal: ShareLinkRef }) {
  const t = useTranslations('shareLink');
  const tCommon = useTranslations('common');
  const share = useSelector(modal, selectShare);
  const form = useSelector(modal, selectShareForm);
  const isSaving = useSelector(form, (snapshot) => (snapshot ? selectIsSaving(snapshot) : false));
  const isDirty = useSelector(form, (snapshot) => (snapshot ? selectIsDirty(snapshot) : false));
  const isRemoving = useSelector(modal, selectIsRemoving);
  return (
    <Dialog
      open
      title={t('title')}
      width={600}
      closeLabel={tCommon('close')}
      persistent={isSaving || isRemoving || isDirty}
      onDismiss={() => modal.send({ type: 'share.close' })}
      footer={
        <>
          <Button variant="ghost" className="me-auto" onClick={() => modal.send({ type: 'share.showAll' })}>
            {t('showAll')}
          </Button>
          {share ? (
            <Button
              variant="danger"
              icon={<Trash2 size={16} />}
              busy={isRemoving}
              onClick={() => modal.send({ type: 'share.remove' })}
            >
              {t('delete')}
            </Button>
          ) : (
            <Button type="submit" form={SHARE_FORM} variant="primary" busy={isSaving}>
              {t('submit')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-sm text-ink-2">
          {t('intro')}{' '}
          <a href={GUIDE} target="_blank" rel="noreferrer" className="text-accent-text underline">
            {t('help')}
          </a>
        </p>
        {share ? <SharedLink modal={modal} share={share} /> : <ShareFields modal={modal} />}
      </div>
    </Dialog>
  );
}

import { useSelector, shallowEqual } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { useTranslations, useLocale } from 'use-intl';
import texts from '../../../locales/en-us/sharing.json';
import { formChange } from '../../../machines/kit/form.logic.ts';
import type { ShareLinkRef } from '../../../machines/admin/sharing/share-link.machine.ts';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { expiryOf, SHARE_UNITS, type ShareValues } from '../../../machines/admin/sharing/share-link.logic.ts';
import { selectMomentFormats } from '../../../machines/app/session/session.selectors.ts';
import { formatMoment } from '../../../machines/kit/moment.logic.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { SlugField } from '../../shared/slug-field.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { FormMessage } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SharedLink } from './shared-link.tsx';
import {
  selectIsRemoving,
  selectShare,
  selectShareForm,
  selectNow,
  selectShareBase,
} from '../../../machines/admin/sharing/share-link.logic.ts';
import { selectIsDirty, selectIsSaving, selectForm } from '../../../machines/kit/kit.selectors.ts';

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
            <CancelAndSave form={SHARE_FORM} busy={isSaving} onCancel={() => modal.send({ type: 'share.close' })}>
              {t('submit')}
            </CancelAndSave>
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

/** Connects the submit button at the foot of the dialog. */
const SHARE_FORM = 'share-link';

const NONE = {};

function ShareFields({ modal }: { modal: ShareLinkRef }) {
  const t = useTranslations('shareLink');
  const tAll = useTranslations();
  const form = useSelector(modal, selectShareForm);
  const shown = useSelector(form, (snapshot) => snapshot && selectForm(snapshot));
  const base = useSelector(modal, selectShareBase);
  const element = useFocusInvalid<HTMLFormElement>(shown?.problems ?? NONE);
  if (!form || !shown) return null;
  const { values, problems, error } = shown;
  const change = <Field extends keyof ShareValues>(field: Field, value: ShareValues[Field]) =>
    form.send(formChange<ShareValues, Field>(field, value));
  return (
    <form
      ref={element}
      id={SHARE_FORM}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        modal.send({ type: 'share.submit' });
      }}
    >
      {error && Object.keys(problems).length === 0 && (
        <FormMessage tone="danger">{t('notShared', { reason: errorText(tAll, error) })}</FormMessage>
      )}
      <SlugField
        value={values.slug}
        problem={problems.slug}
        before={`${base}share/`}
        onChange={(value) => change('slug', value)}
      />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <NumberField
          label={t('duration')}
          min={0}
          value={values.amount}
          decreaseLabel={t('decrease')}
          increaseLabel={t('increase')}
          onChange={(value) => change('amount', value === null ? null : Math.max(0, value))}
        />
        <div className="w-36">
          <Select
            label={t('unit')}
            value={values.unit}
            options={SHARE_UNITS.map((unit) => ({ value: unit, label: t(`unitName.${unit}`) }))}
            onChange={(value) => change('unit', value)}
          />
        </div>
      </div>
      <Expiry modal={modal} amount={values.amount} unit={values.unit} />
      <Checkbox
        label={t('downloadable')}
        help={t('downloadableHelp')}
        checked={values.isDownloadable}
        onChange={(checked) => change('isDownloadable', checked)}
      />
    </form>
  );
}

function Expiry({ modal, ...length }: { modal: ShareLinkRef } & Pick<ShareValues, 'amount' | 'unit'>) {
  const t = useTranslations('shareLink');
  const locale = useLocale();
  const formats = useSelector(useActorRefOf('session'), selectMomentFormats, shallowEqual);
  const text = useSelector(modal, (snapshot) => {
    const end = expiryOf(length, selectNow(snapshot));
    return end === 0 ? t('permanent') : t('expiresAt', { moment: formatMoment(end, formats, locale) });
  });
  return (
    <p role="status" className="text-sm text-ink-2">
      {text}
    </p>
  );
}

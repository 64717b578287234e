import { shallowEqual, useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { ShareLinkRef } from '../../machines/sharing/share-link.machine.ts';
import {
  expiryOf,
  SHARE_UNITS,
  type ShareValues,
  selectNow,
  selectShareBase,
  selectShareForm,
} from '../../machines/sharing/share-link.logic.ts';
import { selectForm } from '../../machines/kit/kit.selectors.ts';
import { selectMomentFormats } from '../../machines/session/session.selectors.ts';
import { formatMoment } from '../../machines/session/moment.logic.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { SlugField } from '../library/slug-field.tsx';
import { errorText } from '../texts/error-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { useFocusInvalid } from '../ui/focus-invalid.ts';
import { FormMessage } from '../ui/form-message.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { Select } from '../ui/select.tsx';

/** Connects the submit button at the foot of the dialog. */
export const SHARE_FORM = 'share-link';

const NONE = {};

export function ShareFields({ modal }: { modal: ShareLinkRef }) {
  const t = useTranslations('shareLink');
  const tAll = useTranslations();
  const form = useSelector(modal, selectShareForm);
  const shown = useSelector(form, (snapshot) => snapshot && selectForm(snapshot));
  const base = useSelector(modal, selectShareBase);
  const element = useFocusInvalid<HTMLFormElement>(shown?.problems ?? NONE);
  if (!form || !shown) return null;
  const { values, problems, error } = shown;
  const change = <Field extends keyof ShareValues>(field: Field, value: ShareValues[Field]) =>
    form.send({ type: 'form.change', field, value } as Parameters<typeof form.send>[0]);
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

import { shallowEqual, useSelector } from '@xstate/react';
import { Fragment, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { MatchField, MatchValue } from '../../../machines/edit/item-edit/match.logic.ts';
import {
  previewRows,
  type PreviewRow,
  selectOptions,
  selectProvidersState,
} from '../../../machines/edit/quick-match/quick-match.logic.ts';
import type { QuickMatchRef } from '../../../machines/edit/quick-match/quick-match.machine.ts';
import { detailText, ItemEditTexts } from '../../shared/item-edit-texts.tsx';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { FailedPage } from '../../shared/message-page.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/waiting.tsx';

export function Modal({ modal }: { modal: QuickMatchRef }) {
  return (
    <ItemEditTexts>
      <Options modal={modal} />
    </ItemEditTexts>
  );
}

function Options({ modal }: { modal: QuickMatchRef }) {
  const t = useTranslations('quickMatch');
  const tCommon = useTranslations('common');
  const place = useSelector(modal, selectProvidersState);
  const { ids, providers, provider, overrideDetails, overrideCover, error } = useSelector(
    modal,
    selectOptions,
    shallowEqual,
  );
  const cancel = () => modal.send({ type: 'quickMatch.cancel' });
  return (
    <Dialog
      open
      title={t('title', { count: ids.length })}
      closeLabel={tCommon('close')}
      onDismiss={cancel}
      footer={
        <CancelAndSave
          disabled={place !== 'ready'}
          onCancel={cancel}
          onClick={() => modal.send({ type: 'quickMatch.accept' })}
        >
          {t('start')}
        </CancelAndSave>
      }
    >
      <p className="pb-4 text-sm text-ink-2">
        {t('about', { details: overrideDetails ? 'on' : 'off', cover: overrideCover ? 'on' : 'off' })}
      </p>
      {place === 'loading' && (
        <div role="status" className="grid place-items-center py-6">
          <Spinner label={tCommon('loading')} />
        </div>
      )}
      {place === 'failed' && (
        <FailedPage message={t('failed')} error={error} onRetry={() => modal.send({ type: 'quickMatch.retry' })} />
      )}
      {place === 'ready' && (
        <>
          <Select
            label={t('provider')}
            value={provider}
            options={providers.map(({ value, name }) => ({ value, label: name }))}
            onChange={(value) => modal.send({ type: 'quickMatch.choose', provider: value })}
          />
          <div className="pt-3">
            {(['overrideDetails', 'overrideCover'] as const).map((field) => (
              <Checkbox
                key={field}
                label={t(field)}
                help={t(`${field}Help`)}
                checked={field === 'overrideDetails' ? overrideDetails : overrideCover}
                onChange={(isOn) => modal.send({ type: 'quickMatch.setOverride', field, isOn })}
              />
            ))}
          </div>
          <Preview modal={modal} />
        </>
      )}
    </Dialog>
  );
}

function Preview({ modal }: { modal: QuickMatchRef }) {
  const t = useTranslations('quickMatch');
  const tAll = useTranslations();
  const { previewed, previewError, overrideDetails, overrideCover } = useSelector(modal, selectOptions, shallowEqual);
  const options = { overrideDetails, overrideCover };
  const heading = useId();
  if (previewError)
    return <FormMessage tone="danger">{t('previewFailed', { reason: errorText(tAll, previewError) })}</FormMessage>;
  if (!previewed)
    return (
      <p role="status" className="pt-4 text-sm text-ink-2">
        {t('previewing')}
      </p>
    );
  return (
    <section aria-labelledby={heading} className="pt-4 text-sm">
      <h3 id={heading} className="pb-2 font-medium">
        {t('previewFirst', { count: previewed.length })}
      </h3>
      <ul className="flex flex-col gap-3">
        {previewed.map((one) => (
          <li key={one.item.id}>
            <bdi className="font-medium">{one.item.media.metadata.title || tAll('common.untitled')}</bdi>
            <Changes isFound={one.match !== null} rows={previewRows(one, options)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Changes({ isFound, rows }: { isFound: boolean; rows: readonly PreviewRow[] }) {
  const t = useTranslations();
  if (rows.length === 0)
    return <p className="text-ink-2">{t(isFound ? 'quickMatch.noChange' : 'quickMatch.noMatch')}</p>;
  const text = (field: MatchField, value: MatchValue) =>
    detailText(t, field === 'description' ? 'description' : 'title', value);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-ink-2">
      {rows.map(({ field, before, after }) => (
        <Fragment key={field}>
          <dt>{t(`editMatch.field.${field}`)}</dt>
          <dd dir="auto" className="min-w-0">
            {field === 'cover' ? (
              t('quickMatch.newCover')
            ) : (
              <>
                <del className="block truncate text-ink-3">{text(field, before)}</del>
                <ins className="block truncate text-ink no-underline">{text(field, after)}</ins>
              </>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

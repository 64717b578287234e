import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { QuickMatchRef } from '../../machines/quick-match/quick-match.machine.ts';
import { selectOptions, selectProvidersState } from '../../machines/quick-match/quick-match.selectors.ts';
import { ItemEditTexts } from '../library/item-edit-texts.tsx';
import { FailedPage } from '../library/failed-page.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** The options of a batch quick match, 500 px wide (CON-080, SEL-032 to SEL-034). */
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
  const { count, providers, provider, overrideDetails, overrideCover, error } = useSelector(
    modal,
    selectOptions,
    shallowEqual,
  );
  const cancel = () => modal.send({ type: 'quickMatch.cancel' });
  return (
    <Dialog
      open
      title={t('title', { count })}
      closeLabel={tCommon('close')}
      onDismiss={cancel}
      footer={
        <>
          <Button onClick={cancel}>{tCommon('cancel')}</Button>
          <Button
            variant="primary"
            disabled={place !== 'ready'}
            onClick={() => modal.send({ type: 'quickMatch.accept' })}
          >
            {t('start')}
          </Button>
        </>
      }
    >
      <p className="pb-4 text-sm text-ink-2">{t('about')}</p>
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
        </>
      )}
    </Dialog>
  );
}

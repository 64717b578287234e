import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { BatchEditRef } from '../../../machines/edit/batch-edit/batch-edit.machine.ts';
import { selectHasUsed, selectMapForm } from '../../../machines/edit/batch-edit/batch-edit.selectors.ts';
import { mappedFields } from '../../../machines/edit/batch-edit/map-details.logic.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { Detail, ORDER, type DetailsSource } from '../../shared/detail.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

const FLAGS: readonly string[] = ['explicit', 'abridged'];

export function MapDetails() {
  const t = useTranslations('batch');
  const page = usePageRef<BatchEditRef>();
  const isOpen = useSelector(page, ({ context }) => context.isMapOpen);
  return (
    <Disclosure
      heading={t('map')}
      note={t('mapNote')}
      open={isOpen}
      onToggle={() => page.send({ type: 'batch.toggleMap' })}
    >
      <Fields />
    </Disclosure>
  );
}

function Fields() {
  const t = useTranslations('batch');
  const tField = useTranslations('editItem.field');
  const page = usePageRef<BatchEditRef>();
  const map = useSelector(page, ({ context }) => context.map);
  const hasUsed = useSelector(page, selectHasUsed);
  const applied = useSelector(page, ({ context }) => context.applied);
  const form = useMemo<DetailsSource>(
    () => ({
      getSnapshot: () => selectMapForm(page.getSnapshot()),
      subscribe: page.subscribe.bind(page),
      send: (change) => page.send({ type: 'batch.changeMap', change }),
    }),
    [page],
  );
  const { mediaType } = map.values;
  const offered = mappedFields(mediaType, map.mode);
  return (
    <div className="flex flex-col gap-4 pt-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl
          label={t('mode')}
          labelHidden
          value={map.mode}
          segments={(['overwrite', 'append'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(mode) => page.send({ type: 'batch.setMapMode', mode })}
        />
        <p className="min-w-0 flex-1 basis-64 text-sm text-ink-2">{t(`${map.mode}Help`)}</p>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 sm:grid-cols-2">
        {ORDER[mediaType]
          .filter((field) => offered.includes(field))
          .map((field) => {
            const isUsed = map.uses.includes(field);
            return (
              <div key={field} className="flex min-w-0 items-start gap-2">
                <div className={FLAGS.includes(field) ? '' : 'pt-8'}>
                  <Checkbox
                    labelHidden
                    label={t('use', { field: tField(field) })}
                    checked={isUsed}
                    onChange={() => page.send({ type: 'batch.toggleUse', field })}
                  />
                </div>
                <div className="min-w-0 flex-1">
                  <Detail form={form} field={field} disabled={!isUsed} />
                </div>
              </div>
            );
          })}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          disabledReason={hasUsed ? null : t('tickFirst')}
          onClick={() => page.send({ type: 'batch.apply' })}
        >
          {t('apply')}
        </Button>
        <Button disabledReason={hasUsed ? null : t('tickFirst')} onClick={() => page.send({ type: 'batch.populate' })}>
          {t('populate')}
        </Button>
        <Button variant="ghost" onClick={() => page.send({ type: 'batch.resetMap' })}>
          {t('resetMap')}
        </Button>
        <p role="status" className="text-sm text-ink-2">
          {applied !== null && t('applied', { count: applied })}
        </p>
      </div>
    </div>
  );
}

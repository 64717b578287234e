import { useSelector } from '@xstate/react';
import { RotateCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { turned, ZOOM } from '../../machines/reader/pages.logic.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectDirection, selectKind, selectPages } from '../../machines/reader/reader.selectors.ts';
import { Button } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Slider } from '../ui/slider.tsx';

export function PageSettings({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const pages = useSelector(reader, selectPages);
  const kind = useSelector(reader, selectKind);
  const direction = useSelector(reader, selectDirection);
  if (!pages) return null;
  const change = (changed: Partial<typeof pages>) => reader.send({ type: 'reader.changePages', change: changed });
  const isStrip = pages.layout === 'strip';
  return (
    <>
      <SegmentedControl
        label={t('layout')}
        value={pages.layout}
        segments={(['single', 'double', 'strip'] as const).map((value) => ({ value, label: t(`layouts.${value}`) }))}
        onChange={(layout) => change({ layout })}
      />
      <SegmentedControl
        label={t('fit')}
        value={isStrip && pages.fit !== 'original' ? 'width' : pages.fit}
        segments={(['whole', 'width', 'height', 'original'] as const).map((value) => ({
          value,
          label: t(`fits.${value}`),
          disabled: isStrip && (value === 'whole' || value === 'height'),
        }))}
        onChange={(fit) => change({ fit })}
      />
      <Slider
        label={t('zoom')}
        {...ZOOM}
        value={pages.zoom}
        valueText={t('percent', { value: pages.zoom })}
        onChange={(zoom) => change({ zoom })}
      />
      <SegmentedControl
        label={t('direction')}
        value={direction}
        segments={(['ltr', 'rtl'] as const).map((value) => ({ value, label: t(`directions.${value}`) }))}
        onChange={(to) => change({ direction: to })}
      />
      {kind === 'pdf' && (
        <Button
          className="self-start"
          icon={<RotateCw size={16} />}
          onClick={() => change({ rotation: turned(pages.rotation) })}
        >
          {t('rotate')}
        </Button>
      )}
    </>
  );
}

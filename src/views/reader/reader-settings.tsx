import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectLibraries } from '../../machines/libraries/libraries.selectors.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectFile, selectLibraryId, selectPages, selectSettings } from '../../machines/reader/reader.selectors.ts';
import { RANGES } from '../../machines/reader/settings.logic.ts';
import type { EreaderSettings } from '../../schemas/ereader-settings.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Slider } from '../ui/slider.tsx';
import { PageSettings } from './page-settings.tsx';

const NUMBERS = ['fontScale', 'lineSpacing', 'fontBoldness'] as const;

/**
 * How books look on this device, 500 px wide (CON-082, EBK-024 to EBK-029). The page changes as one sets it. Says why
 * scripts are off where the library allows them (EBK-016).
 */
export function ReaderSettings({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const tCommon = useTranslations('common');
  const settings = useSelector(reader, selectSettings);
  const libraries = useSelector(useActorRefOf('libraries'), selectLibraries);
  const libraryId = useSelector(reader, selectLibraryId);
  const isEpub = useSelector(reader, selectFile)?.format === 'epub';
  const library = libraries.find(({ id }) => id === libraryId);
  const pages = useSelector(reader, selectPages);
  const change = (changed: Partial<EreaderSettings>) => reader.send({ type: 'reader.change', change: changed });
  return (
    <Dialog
      open
      title={t('settings')}
      width={500}
      closeLabel={tCommon('close')}
      onDismiss={() => reader.send({ type: 'reader.toggleSettings' })}
    >
      <div className="flex flex-col gap-5">
        <SegmentedControl
          label={t('theme')}
          value={settings.theme}
          segments={(['app', 'light', 'sepia', 'dark'] as const).map((value) => ({
            value,
            label: t(`themes.${value}`),
          }))}
          onChange={(theme) => change({ theme })}
        />
        {pages ? <PageSettings reader={reader} /> : <TextSettings reader={reader} />}
        {isEpub && library?.settings.epubsAllowScriptedContent && (
          <p className="text-sm text-ink-2">{t('scriptsOff')}</p>
        )}
      </div>
    </Dialog>
  );
}

/** How text that flows looks (EBK-025 to EBK-029). */
function TextSettings({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const settings = useSelector(reader, selectSettings);
  const change = (changed: Partial<EreaderSettings>) => reader.send({ type: 'reader.change', change: changed });
  return (
    <>
      <SegmentedControl
        label={t('font')}
        value={settings.font}
        segments={[
          { value: 'sans-serif', label: t('fonts.sans') },
          { value: 'serif', label: t('fonts.serif') },
        ]}
        onChange={(font) => change({ font })}
      />
      {NUMBERS.map((name) => (
        <Slider
          key={name}
          label={t(name)}
          {...RANGES[name]}
          value={settings[name]}
          valueText={t('percent', { value: settings[name] })}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <SegmentedControl
        label={t('layout')}
        value={settings.spread}
        segments={[
          { value: 'none', label: t('layouts.single') },
          { value: 'auto', label: t('layouts.split') },
        ]}
        onChange={(spread) => change({ spread })}
      />
    </>
  );
}

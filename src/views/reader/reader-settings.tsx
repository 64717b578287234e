import type { RefObject } from 'react';
import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { RotateCcw, RotateCw } from 'lucide-react';
import { selectLibraries } from '../../machines/account/libraries/libraries.selectors.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import {
  selectFile,
  selectIsOwn,
  selectLibraryId,
  selectPages,
  selectSettings,
  selectDirection,
  selectKind,
} from '../../machines/reader/reader.selectors.ts';
import { RANGES, sampleStyle, USUAL_LOOK } from '../../machines/reader/settings.logic.ts';
import type { EreaderSettings } from '../../schemas/reading.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Slider } from '../ui/slider.tsx';
import { turned, ZOOM } from '../../machines/reader/pages.logic.ts';
import { Button } from '../ui/button.tsx';
import './sample.css';

const NUMBERS = ['fontScale', 'lineSpacing', 'fontBoldness', 'margins'] as const;
/** Zero: as in the book. */
const SPACES = ['letterSpacing', 'wordSpacing', 'paragraphSpacing'] as const;

/** For this device or one book; changes apply at once. Explains that scripts stay off where the library allows them. */
export function ReaderSettings({ reader, page }: { reader: ReaderRef; page: RefObject<HTMLElement | null> }) {
  const t = useTranslations('reader');
  const tCommon = useTranslations('common');
  const settings = useSelector(reader, selectSettings);
  const isOwn = useSelector(reader, selectIsOwn);
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
      finalFocus={page}
      closeLabel={tCommon('close')}
      onDismiss={() => reader.send({ type: 'reader.toggleSettings' })}
    >
      <div className="flex flex-col gap-5">
        <SegmentedControl
          label={t('scope')}
          value={isOwn ? 'book' : 'all'}
          segments={(['all', 'book'] as const).map((value) => ({ value, label: t(`scopes.${value}`) }))}
          onChange={(scope) => reader.send({ type: 'reader.keepFor', scope })}
        />
        <SegmentedControl
          label={t('theme')}
          value={settings.theme}
          segments={(['app', 'light', 'sepia', 'dark'] as const).map((value) => ({
            value,
            label: t(`themes.${value}`),
          }))}
          onChange={(theme) => change({ theme })}
        />
        {!pages && <Sample settings={settings} />}
        {pages ? <PageSettings reader={reader} /> : <TextSettings reader={reader} />}
        {isEpub && library?.settings.epubsAllowScriptedContent && (
          <p className="text-sm text-ink-2">{t('scriptsOff')}</p>
        )}
      </div>
    </Dialog>
  );
}

/** On phones the settings cover the page. */
function Sample({ settings }: { settings: EreaderSettings }) {
  const t = useTranslations('reader');
  return (
    <div aria-hidden="true" className="sticky top-0 z-1 -order-1 -mb-3 bg-surface-1 pb-3 short:static">
      <div className="h-28 overflow-hidden rounded-md border border-line bg-surface-0 py-2 wrap-anywhere">
        <p
          className="reading-sample h-full [mask-image:linear-gradient(to_bottom,black_70%,transparent)]"
          style={sampleStyle(settings, SAMPLE_WIDTH)}
        >
          {t('sample')}
        </p>
      </div>
    </div>
  );
}

/** CSS pixels, roughly. */
const SAMPLE_WIDTH = 400;

function TextSettings({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const settings = useSelector(reader, selectSettings);
  const change = (changed: Partial<EreaderSettings>) => reader.send({ type: 'reader.change', change: changed });
  const isScrolled = settings.flow === 'scrolled';
  return (
    <>
      <SegmentedControl
        label={t('font')}
        value={settings.font}
        segments={[
          { value: 'book', label: t('alignments.book') },
          { value: 'sans-serif', label: t('fonts.sans') },
          { value: 'serif', label: t('fonts.serif') },
          { value: 'opendyslexic', label: 'OpenDyslexic' },
        ]}
        wraps
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
      <details>
        <summary className="min-h-8 py-1 text-sm font-medium text-ink touch:min-h-11 touch:py-3">
          {t('moreSpacing')}
        </summary>
        <div className="flex flex-col gap-5 pt-3">
          {SPACES.map((name) => (
            <Slider
              key={name}
              label={t(name)}
              {...RANGES[name]}
              value={settings[name]}
              valueText={settings[name] === 0 ? t('alignments.book') : t('percent', { value: settings[name] })}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        </div>
      </details>
      <SegmentedControl
        label={t('alignment')}
        value={settings.alignment}
        segments={(['book', 'justified', 'start'] as const).map((value) => ({
          value,
          label: t(`alignments.${value}`),
        }))}
        onChange={(alignment) => change({ alignment })}
      />
      <SegmentedControl
        label={t('flow')}
        value={settings.flow}
        segments={(['paged', 'scrolled'] as const).map((value) => ({ value, label: t(`flows.${value}`) }))}
        onChange={(flow) => change({ flow })}
      />
      <SegmentedControl
        label={t('layout')}
        value={settings.spread}
        segments={[
          { value: 'none', label: t('layouts.single'), disabled: isScrolled },
          { value: 'auto', label: t('layouts.split'), disabled: isScrolled },
        ]}
        onChange={(spread) => change({ spread })}
      />
      <Button size="sm" className="self-start" icon={<RotateCcw size={15} />} onClick={() => change(USUAL_LOOK)}>
        {t('resetLook')}
      </Button>
    </>
  );
}

function PageSettings({ reader }: { reader: ReaderRef }) {
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

import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { BookToolsRef } from '../../machines/book-tools/book-tools.machine.ts';
import { filesOf } from '../../machines/book-tools/book-tools.logic.ts';
import {
  selectActiveTool,
  selectBitrate,
  selectBook,
  selectChannels,
  selectCodec,
  selectFaults,
  selectIsTyped,
  selectTyped,
  selectWork,
} from '../../machines/book-tools/book-tools.selectors.ts';
import {
  channelsOf,
  codecsOf,
  isCopy,
  meanBitRate,
  PRESETS,
  type EncodeField,
} from '../../machines/book-tools/encode.logic.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TextField } from '../ui/text-field.tsx';

const FIELDS = ['codec', 'bitrate', 'channels'] as const;

/** Presets, or typed values; during encoding the values in use. */
export function EncodeOptions() {
  const t = useTranslations('bookTools');
  const page = usePageRef<BookToolsRef>();
  const isTyped = useSelector(page, selectIsTyped);
  const active = useSelector(page, selectActiveTool);
  const { task } = useSelector(page, selectWork);
  const options = task?.data?.encodeOptions;
  if (active === 'm4b' && options) {
    const codec = String(options['codec'] ?? '');
    const bitrate = String(options['bitrate'] ?? '');
    return (
      <p className="text-sm text-ink">
        {codec === 'copy'
          ? t('chosenCopy')
          : t('chosen', { codec, bitrate, channels: Number(options['channels'] ?? 0) })}
      </p>
    );
  }
  return (
    <Tabs
      label={t('options')}
      tabs={[
        { id: 'presets', label: t('presets') },
        { id: 'typed', label: t('typed') },
      ]}
      active={isTyped ? 'typed' : 'presets'}
      onChange={(id) => page.send({ type: 'bookTools.chooseTyped', isOn: id === 'typed' })}
    >
      <div className="flex flex-col gap-4 pt-4">{isTyped ? <TypedValues /> : <Presets />}</div>
    </Tabs>
  );
}

function Presets() {
  const t = useTranslations('bookTools');
  const page = usePageRef<BookToolsRef>();
  const codec = useSelector(page, selectCodec);
  const bitrate = useSelector(page, selectBitrate);
  const channels = useSelector(page, selectChannels);
  const isBusy = useSelector(page, selectActiveTool) !== null;
  const files = filesOf(useSelector(page, selectBook));
  const mean = meanBitRate(files);
  const copies = isCopy({ codec, bitrate, channels });
  const labels: { readonly [Field in EncodeField]: (value: string) => string } = {
    codec: (value) => t(`codecs.${value as 'aac'}`),
    bitrate: (value) => value,
    channels: (value) => t(value === '1' ? 'mono' : 'stereo'),
  };
  const now: { readonly [Field in EncodeField]: string } = {
    codec: codecsOf(files).join(', '),
    bitrate: mean === null ? '' : t('kilobits', { count: Math.round(mean / 1000) }),
    channels: channelsOf(files).join(', '),
  };
  const values = { codec, bitrate, channels };
  return (
    <>
      {FIELDS.map((field) => (
        <Choice key={field} now={t('currently', { value: now[field] || t('unknown') })}>
          <SegmentedControl
            label={t(field)}
            value={values[field]}
            segments={PRESETS[field].map((value) => ({
              value: value as string,
              label: labels[field](value),
              disabled: isBusy || (copies && field !== 'codec'),
            }))}
            onChange={(value) => page.send({ type: 'bookTools.choose', field, value })}
          />
        </Choice>
      ))}
      {copies && <p className="text-sm text-ink-2">{t('copyHelp')}</p>}
    </>
  );
}

function Choice({ now, children }: { now: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="mt-1 text-xs text-ink-2">{now}</p>
    </div>
  );
}

function TypedValues() {
  const t = useTranslations('bookTools');
  const page = usePageRef<BookToolsRef>();
  const typed = useSelector(page, selectTyped);
  const faults = useSelector(page, selectFaults).split(' ');
  const isBusy = useSelector(page, selectActiveTool) !== null;
  return (
    <>
      <p className="text-sm text-ink-2">{t('typedWarning')}</p>
      <div className="flex flex-wrap items-start gap-3">
        {FIELDS.map((field) => (
          <TextField
            key={field}
            label={t(field)}
            value={typed[field]}
            error={faults.includes(field) ? t(`fault.${field}`) : undefined}
            disabled={isBusy || (field !== 'codec' && isCopy(typed))}
            autoComplete="off"
            spellCheck={false}
            className="w-36"
            onChange={(value) => page.send({ type: 'bookTools.typeIn', field, value })}
          />
        ))}
      </div>
    </>
  );
}

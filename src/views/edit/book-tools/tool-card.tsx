import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import type { BookToolsRef } from '../../../machines/edit/book-tools/book-tools.machine.ts';
import {
  selectActiveTool,
  selectFaults,
  selectIsStarting,
  selectItemId,
  selectTool,
  selectWork,
  selectBitrate,
  selectChannels,
  selectCodec,
  filesOf,
} from '../../../machines/edit/book-tools/book-tools.logic.ts';
import type { Work } from '../../../machines/edit/book-tools/work.logic.ts';
import { selectTasks } from '../../../machines/app/session/background.selectors.ts';
import { selectBackground } from '../../../machines/app/session/session.selectors.ts';
import { selectEmbedQueueLength } from '../../../machines/browse/tasks/tasks.logic.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { useTaskText } from '../../texts/use-task-text.ts';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import {
  channelsOf,
  codecsOf,
  isCopy,
  meanBitRate,
  PRESETS,
  type EncodeField,
} from '../../../machines/edit/book-tools/encode.logic.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { cachePath } from './notes.tsx';
import { formatList } from '../../format/lists.ts';

export function ToolCard() {
  const t = useTranslations('bookTools');
  const tAll = useTranslations();
  const page = usePageRef<BookToolsRef>();
  const tool = useSelector(page, selectTool);
  const active = useSelector(page, selectActiveTool);
  const faults = useSelector(page, selectFaults);
  const error = useSelector(page, ({ context }) => context.error);
  const tasksError = useSelector(page, ({ context }) => context.tasksError);
  const isStarting = useSelector(page, selectIsStarting);
  const isOther = active !== null && active !== tool;
  const reason = active !== null ? t('running') : tool === 'm4b' && faults !== '' ? t('fixFirst') : null;
  return (
    <section aria-label={t(tool)} className="flex flex-col gap-4 rounded-lg border border-line p-4">
      <p className="max-w-prose text-sm text-ink-2">{t(`${tool}About`)}</p>
      {tool === 'embed' ? <Backup /> : <EncodeOptions />}
      {tasksError && (
        <FormMessage tone="info">
          {t('unknownWork', { reason: errorText(tAll, tasksError) })}{' '}
          <Button size="sm" onClick={() => page.send({ type: 'bookTools.retryTasks' })}>
            {t('retry')}
          </Button>
        </FormMessage>
      )}
      {error && <FormMessage tone="danger">{t('notStarted', { reason: errorText(tAll, error) })}</FormMessage>}
      {isOther && <FormMessage tone="info">{t(`otherRunning.${active}`)}</FormMessage>}
      <Progress />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={isStarting}
          disabledReason={reason}
          onClick={() => page.send({ type: 'bookTools.run' })}
        >
          {t(tool === 'embed' ? 'startEmbed' : 'startM4b')}
        </Button>
        <Cancel />
      </div>
    </section>
  );
}

function Backup() {
  const t = useTranslations('bookTools');
  const page = usePageRef<BookToolsRef>();
  const itemId = useSelector(page, selectItemId);
  return (
    <Checkbox
      label={t('backup')}
      help={<span className="wrap-anywhere">{t('backupHelp', { path: cachePath(itemId) })}</span>}
      checked={useSelector(page, ({ context }) => context.hasBackup)}
      disabled={useSelector(page, selectActiveTool) !== null}
      onChange={(isOn) => page.send({ type: 'bookTools.keepBackup', isOn })}
    />
  );
}

function Cancel() {
  const t = useTranslations('bookTools');
  const page = usePageRef<BookToolsRef>();
  const tool = useSelector(page, selectTool);
  const { phase } = useSelector(page, selectWork);
  const isCanceling = useSelector(page, (snapshot) => snapshot.matches({ ready: 'canceling' }));
  if (tool !== 'm4b' || phase !== 'running') return null;
  return (
    <Button busy={isCanceling} onClick={() => page.send({ type: 'bookTools.cancel' })}>
      {t('cancel')}
    </Button>
  );
}

function Progress() {
  const t = useTranslations('bookTools');
  const page = usePageRef<BookToolsRef>();
  const work = useSelector(page, selectWork);
  const text = useWorkText(work);
  const { phase, progress } = work;
  return (
    <div className="flex flex-col gap-1.5 text-sm text-ink-2">
      <p role="status" className={phase === 'failed' ? 'text-danger' : undefined}>
        {text}
      </p>
      {phase === 'running' && (
        <div className="flex items-center gap-3">
          <ProgressLine className="flex-1" value={progress === null ? null : progress / 100} label={t('progress')} />
          {progress !== null && (
            <span aria-hidden="true" className="w-12 text-end tabular-nums">
              {t('mark.percent', { percent: progress })}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

function useWorkText({ phase, task }: Work): string | null {
  const t = useTranslations('bookTools');
  const tool = useSelector(usePageRef<BookToolsRef>(), selectTool);
  const { error } = useTaskText();
  const tasks = useSelector(useSelector(useActorRefOf('session'), selectBackground), selectTasks) ?? undefined;
  const count = useSelector(tasks, (snapshot) => (snapshot ? selectEmbedQueueLength(snapshot) : 0));
  switch (phase) {
    case 'idle':
      return null;
    case 'queued':
      return count > 0 ? t('phase.queuedOf', { count }) : t('phase.queued');
    case 'finished':
      return t(tool === 'embed' ? 'phase.finishedEmbed' : 'phase.finishedM4b');
    case 'failed':
      return t('phase.failed', { error: task ? error(task) : '' });
    case 'sent':
    case 'running':
    case 'canceled':
    case 'lost':
      return t(`phase.${phase}`);
  }
}

const FIELDS = ['codec', 'bitrate', 'channels'] as const;

/** Presets, or typed values; during encoding the values in use. */
function EncodeOptions() {
  const t = useTranslations('bookTools');
  const page = usePageRef<BookToolsRef>();
  const isTyped = useSelector(page, ({ context }) => context.isTyped);
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
  const locale = useLocale();
  const page = usePageRef<BookToolsRef>();
  const codec = useSelector(page, selectCodec);
  const bitrate = useSelector(page, selectBitrate);
  const channels = useSelector(page, selectChannels);
  const isBusy = useSelector(page, selectActiveTool) !== null;
  const files = filesOf(useSelector(page, ({ context }) => context.book));
  const mean = meanBitRate(files);
  const copies = isCopy({ codec, bitrate, channels });
  const labels: { readonly [Field in EncodeField]: (value: string) => string } = {
    codec: (value) => t(`codecs.${value as 'aac'}`),
    bitrate: (value) => value,
    channels: (value) => t(value === '1' ? 'mono' : 'stereo'),
  };
  const now: { readonly [Field in EncodeField]: string } = {
    codec: formatList(codecsOf(files), locale),
    bitrate: mean === null ? '' : t('kilobits', { count: Math.round(mean / 1000) }),
    channels: formatList(channelsOf(files).map(String), locale),
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
  const typed = useSelector(page, ({ context }) => context.typed);
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

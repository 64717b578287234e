import { useSelector } from '@xstate/react';
import { Check, Copy, Download, Pause, Play, ScrollText } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/logs.json';
import { selectCopied } from '../../../machines/kit/kit.selectors.ts';
import {
  LOG_LEVELS,
  SERVER_LEVELS,
  textOf,
  selectHeldCount,
  selectIsFiltered,
  selectIsPaused,
  selectLevels,
  selectLogCopier,
  selectLogRows,
  selectLogSearch,
  selectOpenLine,
  selectServerLevel,
} from '../../../machines/admin/logs/logs.logic.ts';
import type { LogsRef } from '../../../machines/admin/logs/logs.machine.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { DataContent } from '../../shared/data-content.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { useCoarsePointer } from '../../ui/media-query.ts';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { TailScroller } from '../../ui/tail-scroller.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';

/** Rem: dense for a mouse, a target for a finger. */
const ROW_REM = 1.75;
const TOUCH_ROW_REM = 2.75;

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Logs />
    </WithTexts>
  );
}

function Logs() {
  const t = useTranslations('logsPage');
  return (
    <SettingsFrame title={t('title')} intro={t('intro')}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        <PageInset className="flex flex-col gap-3 pt-4 pb-4">
          <Tools />
          <Lines />
          <OpenLine />
        </PageInset>
      </DataContent>
    </SettingsFrame>
  );
}

function Tools() {
  const t = useTranslations('logsPage');
  const page = usePageRef<LogsRef>();
  const search = useSelector(page, selectLogSearch);
  const level = useSelector(page, selectServerLevel);
  const levels = useSelector(page, selectLevels);
  const choices = [...new Set([...SERVER_LEVELS, level])].toSorted((one, other) => one - other);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('search')}
          type="search"
          autoComplete="off"
          className="min-w-48 flex-1"
          value={search}
          onChange={(text) => page.send({ type: 'log.search', text })}
        />
        <div data-setting="serverLevel" className="w-44">
          <Select
            label={t('serverLevel')}
            value={String(level)}
            options={choices.map((one) => ({ value: String(one), label: t(`level.${nameOf(one)}`) }))}
            onChange={(value) => page.send({ type: 'log.setLevel', level: Number(value) })}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="group" aria-label={t('levels')} className="flex flex-wrap gap-1.5">
          {LOG_LEVELS.filter((one) => one >= level).map((one) => (
            <Button
              key={one}
              size="sm"
              aria-pressed={levels.includes(one)}
              className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text forced-colors:aria-pressed:border-2"
              onClick={() => page.send({ type: 'log.toggleLevel', level: one })}
            >
              {t(`level.${nameOf(one)}`)}
            </Button>
          ))}
        </div>
        <Actions />
      </div>
    </div>
  );
}

function Actions() {
  const t = useTranslations('logsPage');
  const page = usePageRef<LogsRef>();
  const isPaused = useSelector(page, selectIsPaused);
  const held = useSelector(page, selectHeldCount);
  const isCopied = useSelector(useSelector(page, selectLogCopier), selectCopied) !== null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span role="status" className="text-sm text-ink-2 tabular-nums empty:-me-2">
        {isPaused && t('held', { count: held })}
      </span>
      <Button
        size="sm"
        icon={isPaused ? <Play size={16} /> : <Pause size={16} />}
        onClick={() => page.send({ type: isPaused ? 'log.resume' : 'log.pause' })}
      >
        {t(isPaused ? 'resume' : 'pause')}
      </Button>
      <Button
        size="sm"
        icon={isCopied ? <Check size={16} /> : <Copy size={16} />}
        onClick={() => page.send({ type: 'log.copy' })}
      >
        {t(isCopied ? 'copied' : 'copy')}
      </Button>
      <Button size="sm" icon={<Download size={16} />} onClick={() => page.send({ type: 'log.download' })}>
        {t('download')}
      </Button>
    </div>
  );
}

function Lines() {
  const t = useTranslations('logsPage');
  const page = usePageRef<LogsRef>();
  const rows = useSelector(page, selectLogRows);
  const isFiltered = useSelector(page, selectIsFiltered);
  const isTouch = useCoarsePointer();
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const row = rows[index];
      if (!row) return null;
      const { line, text, isFirst } = row;
      return (
        <button
          type="button"
          tabIndex={tabIndex}
          dir="ltr"
          className={cx(
            'flex h-full w-full items-center gap-3 px-3 text-start font-mono text-xs outline-offset-[-2px] hover:bg-surface-2',
            line.id % 2 === 1 && 'bg-surface-1',
          )}
          onClick={() => page.send({ type: 'log.open', line })}
        >
          <span className="w-40 shrink-0 truncate text-ink-2 tabular-nums phone:w-16">
            {isFirst && <Time timestamp={line.timestamp} />}
          </span>
          <span className={cx('w-12 shrink-0 font-sans font-semibold', toneOf(line.level))}>
            {isFirst && line.levelName}
          </span>
          <span className="min-w-0 flex-1 truncate whitespace-pre text-ink">{text}</span>
        </button>
      );
    },
    [rows, page],
  );
  if (rows.length === 0)
    return <EmptyState icon={<ScrollText size={24} />} message={t(isFiltered ? 'noMatch' : 'none')} />;
  return (
    <TailScroller
      last={rows.at(-1)}
      className="h-[max(16rem,calc(100dvh-24rem))] overflow-y-auto overscroll-contain rounded-lg border border-line"
    >
      <VirtualList
        label={t('lines')}
        count={rows.length}
        rowRem={isTouch ? TOUCH_ROW_REM : ROW_REM}
        ids={ids}
        renderRow={renderRow}
        overscan={8}
        initialStop={rows.length - 1}
      />
    </TailScroller>
  );
}

/** On phones without the day. */
function Time({ timestamp }: { timestamp: string }) {
  const [day = '', time = ''] = timestamp.split(' ');
  return (
    <>
      <span className="phone:hidden">{day} </span>
      {time.slice(0, 8)}
    </>
  );
}

function OpenLine() {
  const t = useTranslations('logsPage');
  const tCommon = useTranslations('common');
  const page = usePageRef<LogsRef>();
  const line = useSelector(page, selectOpenLine);
  const copier = useSelector(page, selectLogCopier);
  const isCopied = useSelector(copier, selectCopied) !== null;
  if (line === null) return null;
  return (
    <Dialog
      open
      textOnly
      width={700}
      title={`${line.levelName} · ${line.timestamp}`}
      closeLabel={tCommon('close')}
      onDismiss={() => page.send({ type: 'log.close' })}
      footer={
        <Button onClick={() => copier.send({ type: 'copier.copy', text: textOf([line]) })}>
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
      }
    >
      {line.source && <p className="pb-2 text-sm text-ink-2">{t('source', { source: line.source })}</p>}
      <pre dir="ltr" className="text-sm break-words whitespace-pre-wrap">
        {line.message}
      </pre>
    </Dialog>
  );
}

const NAMES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'note'] as const;
const nameOf = (level: number) => NAMES[level] ?? 'note';

function toneOf(level: number): string {
  if (level === 3) return 'text-warning';
  if (level === 4 || level === 5) return 'text-danger';
  return level === 6 ? 'text-accent-text' : 'text-ink-2';
}

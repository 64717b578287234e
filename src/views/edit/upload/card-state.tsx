import { useSelector } from '@xstate/react';
import { Check, CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { isBreak, type Problem, type Row, secondsLeft, speedOf } from '../../../machines/edit/upload/rows.logic.ts';
import type { UploadsRef } from '../../../machines/edit/upload/uploads.machine.ts';
import { problemAt } from '../../../machines/edit/upload/upload.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { formatBytes, formatDuration } from '../../format/amounts.ts';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { handFocusOn } from '../../ui/focus.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';

interface StateProps {
  row: Row;
  index: number;
  tabIndex: number;
  noteId: string;
}

export function CardState({ row, index, tabIndex, noteId }: StateProps) {
  const t = useTranslations('upload');
  const page = usePageRef<UploadsRef>();
  const problem = useSelector(page, problemAt(index));
  const problemText = useProblemText();
  const failureText = useFailureText(row);
  const number = index + 1;
  const { state } = row;
  const cancel = (
    <span ref={handFocusOn} className="contents">
      <Button
        size="sm"
        aria-label={t('cancelOf', { number })}
        tabIndex={tabIndex}
        onClick={() => page.send({ type: 'upload.stop', key: row.key })}
      >
        {t('cancel')}
      </Button>
    </span>
  );
  switch (state.kind) {
    case 'ready':
      return problem ? (
        <Line
          id={noteId}
          icon={<CircleAlert size={16} />}
          tone={isTitleProblem(problem) ? 'text-danger' : 'text-warning'}
        >
          {problemText(problem)}
        </Line>
      ) : (
        <Line>{row.lookUp === null ? t('state.ready') : t(`lookUpState.${row.lookUp}`)}</Line>
      );
    case 'waiting':
      return (
        <Line icon={<Clock size={16} />} action={cancel}>
          {t('state.waiting')}
        </Line>
      );
    case 'sending':
      return <Sending row={row} state={state} number={number} cancel={cancel} />;
    case 'sent':
      return (
        <Line icon={<Check size={16} />} tone="text-success">
          {t('state.sent')}
        </Line>
      );
    case 'failed':
      return (
        <Line
          id={noteId}
          icon={<CircleAlert size={16} />}
          tone="text-danger"
          action={
            <span ref={handFocusOn} className="contents">
              <Button
                size="sm"
                aria-label={t('retryOf', { number })}
                tabIndex={tabIndex}
                onClick={() => page.send({ type: 'upload.retry', key: row.key })}
              >
                {t('retry')}
              </Button>
            </span>
          }
        >
          {problem ? problemText(problem) : failureText(state.error)}
        </Line>
      );
  }
}

const isTitleProblem = ({ kind }: Problem) => kind === 'noTitle' || kind === 'badTitle';

function Line({
  id,
  icon,
  tone = 'text-ink-2',
  action,
  children,
}: {
  id?: string;
  icon?: ReactNode;
  tone?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={cx('flex items-start justify-between gap-3 text-sm phone:text-xs', tone)}>
      <p id={id} className="flex min-w-0 items-start gap-1.5 py-1">
        {icon && <span className="mt-0.5 shrink-0">{icon}</span>}
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </p>
      {action}
    </div>
  );
}

function Sending({
  row,
  state,
  number,
  cancel,
}: {
  row: Row;
  state: Extract<Row['state'], { kind: 'sending' }>;
  number: number;
  cancel: ReactNode;
}) {
  const t = useTranslations('upload');
  const flowText = useFlowText();
  const { sentBytes, samples } = state;
  const speed = speedOf(samples);
  const text =
    samples.length === 0
      ? t('state.checking')
      : sentBytes >= row.bytes
        ? t('state.stored')
        : flowText(sentBytes, row.bytes, speed, secondsLeft(row.bytes - sentBytes, speed));
  return (
    <div className="flex items-center gap-3 text-sm text-ink-2 [contain:layout_style]">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="truncate tabular-nums">{text}</p>
        <ProgressLine
          value={row.bytes === 0 ? null : Math.min(1, sentBytes / row.bytes)}
          label={t('progressOf', { number })}
          valueText={text}
        />
      </div>
      {cancel}
    </div>
  );
}

function useProblemText() {
  const t = useTranslations('upload');
  return (problem: Problem): string => {
    switch (problem.kind) {
      case 'noTitle':
      case 'badTitle':
      case 'ours':
        return t(`problem.${problem.kind}`);
      case 'twice':
        return t('problem.twice', { number: problem.number });
      case 'taken':
        return problem.title === null ? t('problem.taken') : t('problem.takenBy', { title: problem.title });
    }
  };
}

function useFailureText({ bytes }: Row) {
  const t = useTranslations();
  const locale = useLocale();
  return (error: Extract<Row['state'], { kind: 'failed' }>['error']): string => {
    if (error.kind === 'tooLarge') return t('upload.failedTooLarge', { size: formatBytes(bytes, locale) });
    if (error.kind === 'conflict') return t('upload.failedConflict');
    if (isBreak(error)) return t('upload.failedBreaks');
    return t('upload.failedFor', { reason: errorText(t, error) });
  };
}

export function useFlowText() {
  const t = useTranslations('upload');
  const locale = useLocale();
  return (sent: number, total: number, speed: number | null, left: number | null): string =>
    [
      t('progress', { sent: formatBytes(Math.min(sent, total), locale), total: formatBytes(total, locale) }),
      speed !== null && t('speed', { size: formatBytes(speed, locale) }),
      left !== null && t('left', { time: formatDuration(left, locale) }),
    ]
      .filter((part) => part !== false)
      .join(' · ');
}

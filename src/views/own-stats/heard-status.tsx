import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { HeardRef } from '../../machines/own-stats/heard.machine.ts';
import {
  selectHeard,
  selectHeardError,
  selectHeardState,
  selectHeardTotal,
} from '../../machines/own-stats/own-stats.selectors.ts';
import { errorText } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';
import { ProgressLine } from '../ui/progress-line.tsx';

interface HeardStatusProps {
  heard: HeardRef;
  children: ReactNode;
}

export function HeardStatus({ heard, children }: HeardStatusProps) {
  const t = useTranslations('ownStats');
  const tAll = useTranslations();
  const locale = useLocale();
  const state = useSelector(heard, selectHeardState);
  const count = useSelector(heard, (snapshot) => selectHeard(snapshot).length);
  const total = useSelector(heard, selectHeardTotal);
  const error = useSelector(heard, selectHeardError);
  const all = (total ?? 0).toLocaleString(locale);
  const text = {
    reading: total === null ? t('sessions.loading') : t('sessions.reading', { count, total: all }),
    failed: `${t('sessions.failed')} ${error ? errorText(tAll, error) : ''}`,
    part: t('from.part', { count, total: all }),
    most: t('sessions.most', { count, total: all }),
    whole: t('from.all', { count }),
  }[state];
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {/* The count changes with every page: screen readers read only the beginning and the end. */}
        <p role={state === 'reading' ? undefined : 'status'} className="min-w-0 flex-1 text-ink-2 tabular-nums">
          {text}
        </p>
        <div className="flex flex-wrap gap-2">
          {state === 'reading' && (
            <Button ref={handFocusOn} size="sm" onClick={() => heard.send({ type: 'heard.stop' })}>
              {t('sessions.stop')}
            </Button>
          )}
          {(state === 'part' || state === 'failed') && (
            <Button ref={handFocusOn} size="sm" onClick={() => heard.send({ type: 'heard.readOn' })}>
              {state === 'part' ? t('sessions.readAll') : tAll('common.retry')}
            </Button>
          )}
          {children}
        </div>
      </div>
      {state === 'reading' && (
        <ProgressLine label={t('sessions.loading')} value={total === null ? null : total === 0 ? 1 : count / total} />
      )}
    </div>
  );
}

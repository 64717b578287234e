import { useSelector } from '@xstate/react';
import { Check } from 'lucide-react';
import { memo, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { MatchEpisodesRef } from '../../machines/podcasts/match-episodes.machine.ts';
import {
  matchStateOf,
  selectIsUpdating,
  selectPickedMatches,
} from '../../machines/podcasts/match-episodes.selectors.ts';
import type { MatchRow as Row } from '../../machines/podcasts/match-plan.logic.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { useFieldNames } from './use-field-names.ts';

/** Rem: title and changes. */
export const MATCH_ROW_REM = 4;

interface MatchRowProps {
  modal: MatchEpisodesRef;
  row: Row;
  tabIndex: number;
}

export const MatchRow = memo(function MatchRow({ modal, row: { id, title, fields }, tabIndex }: MatchRowProps) {
  const t = useTranslations('matchEpisodes');
  const tCommon = useTranslations('common');
  const fieldNames = useFieldNames();
  const ownId = useId();
  const isPicked = useSelector(modal, (snapshot) => selectPickedMatches(snapshot).has(id));
  const isUpdating = useSelector(modal, selectIsUpdating);
  const state = useSelector(modal, matchStateOf(id));
  const isFixed = state === 'updated' || isUpdating;
  const name = title || tCommon('untitled');
  return (
    <div className="relative flex h-full items-center gap-3 border-t border-line">
      <button
        type="button"
        role="checkbox"
        aria-checked={isPicked}
        aria-disabled={isFixed || undefined}
        aria-labelledby={`${ownId}-title`}
        aria-describedby={`${ownId}-fields`}
        tabIndex={tabIndex}
        onClick={() => {
          if (!isFixed) modal.send({ type: 'matchEpisodes.pick', id, isOn: !isPicked });
        }}
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-xs border outline-none after:absolute after:inset-0 after:z-1 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
          isPicked ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong text-transparent',
          state === 'updated' && 'opacity-40',
        )}
      >
        <Check size={14} strokeWidth={3} className="forced-colors:text-[CanvasText]" opacity={isPicked ? 1 : 0} />
      </button>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p id={`${ownId}-title`} dir="auto" className="truncate text-match text-sm font-medium text-ink">
          {name}
        </p>
        <p id={`${ownId}-fields`} className="flex items-center gap-2 text-xs text-ink-3">
          <span className="truncate">{fieldNames(fields)}</span>
          {state === 'updated' && <Badge tone="success">{t('updatedOne')}</Badge>}
          {state === 'failed' && <Badge tone="danger">{t('failedOne')}</Badge>}
        </p>
      </div>
      <Button
        size="sm"
        tabIndex={tabIndex}
        className="relative z-2"
        disabled={isUpdating}
        aria-label={t('compareLabel', { title: name })}
        onClick={() => modal.send({ type: 'matchEpisodes.show', id })}
      >
        {t('compare')}
      </Button>
    </div>
  );
});

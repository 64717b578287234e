import { useSelector } from '@xstate/react';
import { Check, ArrowLeft } from 'lucide-react';
import { memo, useId } from 'react';
import { useTranslations, useLocale } from 'use-intl';
import type { MatchEpisodesRef } from '../../../machines/edit/podcasts/match-episodes.machine.ts';
import {
  matchStateOf,
  selectIsUpdating,
  selectShownMatch,
} from '../../../machines/edit/podcasts/podcasts.selectors.ts';
import { type MatchRow as Row, type MatchField } from '../../../machines/edit/podcasts/match-plan.logic.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useDayText } from '../../shared/value-text.ts';
import { FocusOnMount } from '../../ui/focus.tsx';
import { htmlToText } from '../../ui/html-text.ts';

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
  const isPicked = useSelector(modal, (snapshot) => snapshot.context.picked.has(id));
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

export function MatchComparison({ modal }: { modal: MatchEpisodesRef }) {
  const t = useTranslations('matchEpisodes');
  const tCommon = useTranslations('common');
  const row = useSelector(modal, selectShownMatch);
  if (!row) return null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <FocusOnMount>
          <Button
            icon={<ArrowLeft size={16} className="rtl:-scale-x-100" />}
            onClick={() => modal.send({ type: 'matchEpisodes.back' })}
          >
            {t('back')}
          </Button>
        </FocusOnMount>
        <h3 dir="auto" className="min-w-0 flex-1 truncate text-match text-base font-semibold">
          {row.title || tCommon('untitled')}
        </h3>
      </div>
      <dl className="flex flex-col">
        {row.fields.map((field) => (
          <Field key={field.name} field={field} />
        ))}
      </dl>
    </div>
  );
}

function Field({ field }: { field: MatchField }) {
  const t = useTranslations('matchEpisodes');
  const nameOf = useFieldName();
  const dayText = useDayText();
  const text = (value: string | number | null) =>
    typeof value === 'number' ? dayText(value) : htmlToText(value ?? '');
  const values = [
    { label: t('now'), value: text(field.now) },
    { label: t('inFeed'), value: text(field.next) },
  ];
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-1 border-t border-line py-3 sm:grid-cols-2">
      <dt className="col-span-full text-sm font-medium text-ink">{nameOf(field.name)}</dt>
      {values.map(({ label, value }) => (
        <dd key={label} className="min-w-0 text-sm">
          <span className="block text-xs text-ink-3">{label}</span>
          <span
            dir="auto"
            className="block max-h-60 overflow-y-auto text-match wrap-anywhere whitespace-pre-line text-ink-2"
          >
            {value === '' ? t('nothing') : value}
          </span>
        </dd>
      ))}
    </div>
  );
}

function useFieldName(): (name: MatchField['name']) => string {
  const t = useTranslations('matchEpisodes');
  const tEdit = useTranslations('editEpisode');
  return (name) => (name === 'publishedAt' ? t('published') : tEdit(`field.${name}`));
}

function useFieldNames(): (fields: readonly MatchField[]) => string {
  const nameOf = useFieldName();
  const locale = useLocale();
  return (fields) =>
    new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(fields.map(({ name }) => nameOf(name)));
}

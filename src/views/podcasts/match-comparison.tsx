import { useSelector } from '@xstate/react';
import { ArrowLeft } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { MatchEpisodesRef } from '../../machines/podcasts/match-episodes.machine.ts';
import { selectShownMatch } from '../../machines/podcasts/match-episodes.selectors.ts';
import type { MatchField } from '../../machines/podcasts/match-plan.logic.ts';
import { useDayText } from '../library/use-day-text.ts';
import { Button } from '../ui/button.tsx';
import { FocusOnMount } from '../ui/focus-on-mount.tsx';
import { htmlToText } from '../ui/html-text.ts';
import { useFieldName } from './use-field-names.ts';

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

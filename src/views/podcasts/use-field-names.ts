import { useLocale, useTranslations } from 'use-intl';
import type { MatchField } from '../../machines/podcasts/match-plan.logic.ts';

export function useFieldName(): (name: MatchField['name']) => string {
  const t = useTranslations('matchEpisodes');
  const tEdit = useTranslations('editEpisode');
  return (name) => (name === 'publishedAt' ? t('published') : tEdit(`field.${name}`));
}

export function useFieldNames(): (fields: readonly MatchField[]) => string {
  const nameOf = useFieldName();
  const locale = useLocale();
  return (fields) =>
    new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(fields.map(({ name }) => nameOf(name)));
}

import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { selectChosenDateFormat } from '../../machines/session/session.selectors.ts';
import { formatByPattern } from '../../machines/session/moment.logic.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { shortDate } from '../texts/short-date.ts';

/** Formats ms (local time) by the server's date format, else as 'Mar 24', with the year if it is another one. */
export function useDayText(): (moment: number) => string {
  const t = useTranslations();
  const locale = useLocale();
  const pattern = useSelector(useActorRefOf('session'), selectChosenDateFormat);
  return (moment) => (pattern === null ? shortDate(t, moment) : formatByPattern(moment, pattern, locale));
}

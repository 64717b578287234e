import { useSelector } from '@xstate/react';
import { useLocale, useTranslations, useFormatter } from 'use-intl';
import { selectChosenDateFormat } from '../../machines/app/session/session.selectors.ts';
import { formatByPattern } from '../../machines/kit/moment.logic.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { shortDate } from '../texts/time-text.ts';
import { selectRateStep } from '../../machines/playback/player/player.selectors.ts';
import { rateDecimals } from '../../machines/playback/player/player.logic.ts';

/** Formats ms (local time) by the server's date format, else as 'Mar 24', with the year if it is another one. */
export function useDayText(): (moment: number) => string {
  const t = useTranslations();
  const locale = useLocale();
  const pattern = useSelector(useActorRefOf('session'), selectChosenDateFormat);
  return (moment) => (pattern === null ? shortDate(t, moment) : formatByPattern(moment, pattern, locale));
}

/** Formats a rate with the decimals of the chosen step: '1.5×'. */
export function useRateText(): (rate: number) => string {
  const t = useTranslations('player');
  const format = useFormatter();
  const step = useSelector(useActorRefOf('player'), selectRateStep);
  return (rate) => {
    const decimals = rateDecimals(rate, step);
    return t('rate', {
      rate: format.number(rate, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    });
  };
}

import { useSelector } from '@xstate/react';
import { useFormatter, useTranslations } from 'use-intl';
import { selectRateStep } from '../../machines/player/player.selectors.ts';
import { rateDecimals } from '../../machines/player/player.logic.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

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

import { useTranslations } from 'use-intl';
import type { ShownLeft } from '../../../machines/playback/player/sleep-timer.logic.ts';

export function useLeftText(): (left: ShownLeft) => string {
  const t = useTranslations('sleep');
  return ({ unit, amount }) => t(`left.${unit}`, { amount });
}

import { useTranslations } from 'use-intl';
import type { ShownLeft } from '../../machines/player/sleep-timer.logic.ts';

/** Writes what is left of a sleep timer: '45 s', '28 min', '1.5 h' (SLP-022 to SLP-024). */
export function useLeftText(): (left: ShownLeft) => string {
  const t = useTranslations('sleep');
  return ({ unit, amount }) => t(`left.${unit}`, { amount });
}

import { wholePercent } from '../format/amounts.ts';
import { cx } from './cx.ts';

export interface ProgressLineProps {
  /** 0..1; null while unknown (a pulsing bar). */
  value: number | null;
  /** Decoration when absent, where a text near it says the same. */
  label?: string | undefined;
  /** For screen readers ('12 minutes left'); the percentage when absent. */
  valueText?: string | undefined;
  tone?: 'accent' | 'success' | 'danger' | undefined;
  className?: string | undefined;
}

/** In forced colours only the accent keeps its fill. */
const TONES = {
  accent: 'bg-accent',
  success: 'bg-success forced-colors:bg-accent',
  danger: 'bg-danger forced-colors:bg-accent',
} as const;

export function ProgressLine({ value, label, valueText, tone = 'accent', className }: ProgressLineProps) {
  const percent = value === null ? null : Math.min(1, Math.max(0, value)) * 100;
  const names = label
    ? {
        role: 'progressbar',
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': value === null ? undefined : wholePercent(value),
        'aria-valuetext': valueText,
      }
    : { 'aria-hidden': true };
  return (
    <span
      {...names}
      className={cx('block h-1 overflow-hidden rounded-full bg-surface-3 forced-colors:border', className)}
    >
      <span
        className={cx('block h-full rounded-full', TONES[tone], percent === null && 'w-1/3 animate-pulse')}
        style={percent === null ? undefined : { inlineSize: `${percent}%` }}
      />
    </span>
  );
}

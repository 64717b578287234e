import { wholePercent } from '../format/percent.ts';

const RADIUS = 9;
const LENGTH = 2 * Math.PI * RADIUS;

export interface ProgressRingProps {
  /** 0..1. */
  value: number;
  label: string;
  size?: number | undefined;
}

export function ProgressRing({ value, label, size = 20 }: ProgressRingProps) {
  const done = Math.min(1, Math.max(0, value));
  return (
    <svg
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={wholePercent(done)}
      width={size}
      height={size}
      viewBox="0 0 22 22"
      fill="none"
      className="-rotate-90"
    >
      <circle cx="11" cy="11" r={RADIUS} strokeWidth="3" className="stroke-surface-3" />
      <circle
        cx="11"
        cy="11"
        r={RADIUS}
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - done)}
        className="stroke-accent"
      />
    </svg>
  );
}

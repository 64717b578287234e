import { RotateCcw, RotateCw } from 'lucide-react';

export function JumpIcon({
  seconds,
  direction,
  size,
}: {
  seconds: number;
  direction: 'back' | 'forward';
  size: number;
}) {
  const Arrow = direction === 'back' ? RotateCcw : RotateCw;
  return (
    <span aria-hidden="true" className="relative grid place-items-center">
      <Arrow size={size} />
      <span className="absolute mt-0.5 text-[0.5625rem] leading-none font-bold tabular-nums">{seconds}</span>
    </span>
  );
}

import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react';

/** Pause while it plays, else play. `size` in CSS pixels. Decoration: its button has the name. */
export function PlayIcon({ isPlaying, size }: { isPlaying: boolean; size: number }) {
  return isPlaying ? (
    <Pause size={size} fill="currentColor" />
  ) : (
    <Play size={size} fill="currentColor" className="translate-x-px" />
  );
}

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

import { Pause, Play } from 'lucide-react';

/** Pause while it plays, else play. `size` in CSS pixels. Decoration: its button has the name. */
export function PlayIcon({ isPlaying, size }: { isPlaying: boolean; size: number }) {
  return isPlaying ? (
    <Pause size={size} fill="currentColor" />
  ) : (
    <Play size={size} fill="currentColor" className="translate-x-px" />
  );
}

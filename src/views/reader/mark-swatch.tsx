import { swatchOf } from '../../machines/reader/marks.logic.ts';
import type { MarkColour } from '../../schemas/marks.ts';

export function MarkSwatch({ colour }: { colour: MarkColour }) {
  return (
    <span
      aria-hidden="true"
      className="block size-5 shrink-0 rounded-full border border-line-strong forced-color-adjust-none"
      style={{ background: swatchOf(colour) }}
    />
  );
}

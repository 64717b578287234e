import { swatchOf } from '../../machines/reader/marks.logic.ts';
import type { MarkColour } from '../../schemas/marks.ts';

/** A colour to look at; its name stands beside it or is the name of its button. */
export function MarkSwatch({ colour }: { colour: MarkColour }) {
  return (
    <span
      aria-hidden="true"
      className="block size-5 shrink-0 rounded-full border border-line-strong forced-color-adjust-none"
      style={{ background: swatchOf(colour) }}
    />
  );
}

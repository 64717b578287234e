import type { SnapshotFrom } from 'xstate';
import { remembering } from '../../kit/kit.selectors.ts';
import { missingPieces, PIECE_S, silencesIn, wavePath, type Silence } from './wave.logic.ts';
import type { waveMachine } from './wave.machine.ts';

type Snapshot = SnapshotFrom<typeof waveMachine>;
type Context = Snapshot['context'];

export const WAVE_COLUMNS = 600;

const remembered = remembering<Context>();

export const selectPath = remembered(
  ({ pieces, view }) => [pieces, view],
  ({ pieces, view }) => wavePath(pieces, view, WAVE_COLUMNS),
);
export const selectSilences = remembered(
  ({ pieces, view, leastSilence }) => [pieces, view, leastSilence],
  ({ pieces, view, leastSilence }): readonly Silence[] => silencesIn(pieces, view, leastSilence),
);
/** 0..1 of the view. */
export function selectShareRead({ context: { view, pieces } }: Snapshot): number {
  const count = Math.max(1, Math.ceil(view.end / PIECE_S) - Math.floor(view.begin / PIECE_S));
  return 1 - missingPieces(view, pieces).length / count;
}
export const selectIsEstimated = remembered(
  ({ pieces }) => [pieces],
  ({ pieces }) => [...pieces.values()].some(({ isExact }) => !isExact),
);

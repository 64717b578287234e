import type { InspectionEvent } from 'xstate';
import type { System } from '../app/ports.ts';

/** XState's inspection events before they are copied per observer. */
export type Told = InspectionEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'rootId'>
    : never
  : never;

/** XState's internal dispatcher of inspection events, untyped. */
const PLACE = '_sendInspectionEvent';

type Speaker = Record<typeof PLACE, (event: Told) => void>;

/**
 * Listens to a system below `system.inspect`, which copies each event first: a quarter of a burst's cost. Other
 * observers keep working. Returns the unsubscriber.
 */
export function tap(system: System, hear: (event: Told) => void): () => void {
  const speaker = system as unknown as Speaker;
  const tell = speaker[PLACE];
  speaker[PLACE] = (event) => {
    hear(event);
    tell(event);
  };
  return () => {
    speaker[PLACE] = tell;
  };
}

export const listenerOf = (system: System): unknown => (system as unknown as Speaker)[PLACE];

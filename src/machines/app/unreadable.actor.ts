import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from './ports.ts';

/** Entries of an answer or event could not be read. `total` counts all since the page was loaded. */
export interface UnreadableReported {
  type: 'unreadable.reported';
  total: number;
}

/** Reports entries that could not be read. */
export const unreadableEntries = fromCallback<UnreadableReported, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).unreadable.subscribe(({ total }) => sendBack({ type: 'unreadable.reported', total })),
);

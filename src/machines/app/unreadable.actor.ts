import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from './ports.ts';

export interface UnreadableReported {
  type: 'unreadable.reported';
  total: number;
}

export const unreadableEntries = fromCallback<UnreadableReported, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).unreadable.subscribe(({ total }) => sendBack({ type: 'unreadable.reported', total })),
);

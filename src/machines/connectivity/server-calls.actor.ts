import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';

export type ServerCallEvent = { type: 'call.answered' } | { type: 'call.failed' };

/** A longer save shows that it is saving, in ms. */
export const SLOW_SAVE_MS = 2000;

/** Reports after each call whether the server answered at all. */
export const serverCalls = fromCallback<ServerCallEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).api.onReach((reached) => sendBack({ type: reached ? 'call.answered' : 'call.failed' })),
);

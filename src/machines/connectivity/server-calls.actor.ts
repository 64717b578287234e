import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';

export type ServerCallEvent = { type: 'call.answered' } | { type: 'call.failed' };

/** How long a save may take before a person would like to know of it, in ms. */
export const SLOW_SAVE_MS = 2000;

/** Reports of each call whether the server answered it at all. */
export const serverCalls = fromCallback<ServerCallEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).api.onReach((reached) => sendBack({ type: reached ? 'call.answered' : 'call.failed' })),
);

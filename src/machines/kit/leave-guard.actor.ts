import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { guardLeave } from '../../services/leave-guard.ts';
import { getPorts } from '../app/ports.ts';

export interface LeaveProceed {
  type: 'leave.proceed';
}

/** Navigation is held until `leave.proceed`. */
export interface LeaveWanted {
  type: 'leave.wanted';
}

/** Blocks navigation while something is unsaved and reports `leave.wanted`. */
export const leaveGuard = fromCallback<LeaveProceed, NonReducibleUnknown>(({ sendBack, receive, system }) => {
  let go: (() => void) | null = null;
  const release = guardLeave(getPorts(system).navigation, (proceed) => {
    go = proceed;
    sendBack({ type: 'leave.wanted' } satisfies LeaveWanted);
  });
  receive(() => {
    release();
    go?.();
  });
  return release;
});

import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { guardEnd, guardLeave, guardPage, type HoldLeave } from '../../services/leave-guard.ts';
import { getPorts } from './ports.ts';

export interface LeaveProceed {
  type: 'leave.proceed';
}

/** Navigation is held until `leave.proceed`. */
export interface LeaveWanted {
  type: 'leave.wanted';
}

/** A sign-out is held until `leave.proceed`. */
export interface EndWanted {
  type: 'leave.endWanted';
}

const holding = (hold: HoldLeave, report: LeaveWanted | EndWanted) =>
  fromCallback<LeaveProceed, NonReducibleUnknown>(({ sendBack, receive, system }) => {
    let go: (() => void) | null = null;
    const release = hold(getPorts(system).navigation, (proceed) => {
      go = proceed;
      sendBack(report);
    });
    receive(() => {
      release();
      go?.();
    });
    return release;
  });

/** Blocks navigation while something is unsaved and reports `leave.wanted`. */
export const leaveGuard = holding(guardLeave, { type: 'leave.wanted' });

/** The same, but a sign-out passes. */
export const pageGuard = holding(guardPage, { type: 'leave.wanted' });

/** Blocks a sign-out from every page and reports `leave.endWanted`. */
export const endGuard = holding(guardEnd, { type: 'leave.endWanted' });

import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { guardLeave } from '../../services/leave-guard.ts';
import { getPorts } from '../app/ports.ts';

/** To the actor: the person leaves all the same. */
export interface LeaveProceed {
  type: 'leave.proceed';
}

/** From the actor: somebody goes to another page. Until it is said so, nobody goes. */
export interface LeaveWanted {
  type: 'leave.wanted';
}

/** Keeps the page open while it has something unsaved: the way to another one is held back, and told. */
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

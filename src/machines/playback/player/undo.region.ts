import { enqueueActions, sendTo } from 'xstate';
import { findNamed, named } from '../../kit/system.ts';
import { toast } from '../../kit/toast.ts';
import { playerActions, playerBase } from './player.base.ts';
import { timeOf } from './position.ts';
import { previewOf } from './request.logic.ts';

const CLOSED_TOAST = 'player-closed';

export const undoActions = playerActions({
  closeWithUndo: enqueueActions(({ context, enqueue, system }) => {
    if (!context.request) return;
    // Public links have no queue.
    const queue = findNamed(system, 'queue');
    if (queue) enqueue.sendTo(queue, { type: 'queue.close' });
    const { media } = context.request;
    enqueue.sendTo(
      named('toasts'),
      toast('info', CLOSED_TOAST, 'player.closed', {
        action: {
          label: { key: 'toasts.undo' },
          to: 'player',
          event: { type: 'player.restore', media, preview: previewOf(context), startTime: timeOf(context) },
        },
      }),
    );
    enqueue.raise({ type: 'player.close' });
  }),
  withdrawUndo: sendTo(named('toasts'), { type: 'toasts.dismiss', id: CLOSED_TOAST }),
});

const withdrawn = { target: 'withdrawn', actions: 'withdrawUndo' } as const;

/** What the listener closed can be restored until something else is open. */
export const undo = playerBase.extend({ actions: undoActions }).createStateConfig({
  initial: 'withdrawn',
  states: {
    withdrawn: { on: { 'player.closePressed': { guard: 'mayClose', target: 'offered', actions: 'closeWithUndo' } } },
    offered: { on: { 'media.requested': withdrawn, 'player.restore': withdrawn } },
  },
});

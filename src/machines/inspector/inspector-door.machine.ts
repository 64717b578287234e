import { fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import { getPorts } from '../app/ports.ts';
import { named } from '../app/system.ts';
import { hotkey } from '../kit/hotkey.actor.ts';
import { INSPECTOR_KEY } from '../session/keys.logic.ts';

export type InspectorDoorEvent =
  /** Opens the inspector of this page, or closes it. */
  { type: 'inspector.toggle' };

/** What of the inspector is there before it is opened: its key. Its code loads when somebody wants it. */
export const inspectorDoorMachine = setup({
  types: {
    events: {} as InspectorDoorEvent,
    children: {} as { inspectorKey: 'inspectorKey'; toggle: 'toggle' },
    tags: {} as 'busy',
  },
  actors: {
    inspectorKey: hotkey(INSPECTOR_KEY, 'inspector.toggle'),
    toggle: fromPromise(({ system }) => getPorts(system).inspector.toggle()),
  },
  actions: {
    tellFailure: sendTo(named('toasts'), { type: 'toasts.show', kind: 'error', message: { key: 'app.modalFailed' } }),
  },
}).createMachine({
  id: 'inspectorDoor',
  invoke: { src: 'inspectorKey', id: 'inspectorKey' },
  initial: 'ready',
  states: {
    ready: { on: { 'inspector.toggle': 'loading' } },
    loading: {
      tags: 'busy',
      invoke: {
        src: 'toggle',
        id: 'toggle',
        onDone: 'ready',
        onError: { target: 'ready', actions: 'tellFailure' },
      },
    },
  },
});

export type InspectorDoorRef = ActorRefFrom<typeof inspectorDoorMachine>;

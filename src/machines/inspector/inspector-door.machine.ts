import { fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import { getPorts } from '../kit/ports.ts';
import { named } from '../kit/system.ts';

export type InspectorDoorEvent = { type: 'inspector.toggle' };

/** The part of the inspector that loads with the page; the rest loads on use. */
export const inspectorDoorMachine = setup({
  types: {
    events: {} as InspectorDoorEvent,
    children: {} as { toggle: 'toggle' },
    tags: {} as 'busy',
  },
  actors: {
    toggle: fromPromise(({ system }) => getPorts(system).inspector.toggle()),
  },
  actions: {
    notifyFailure: sendTo(named('toasts'), { type: 'toasts.show', kind: 'error', message: { key: 'app.modalFailed' } }),
  },
}).createMachine({
  id: 'inspectorDoor',
  initial: 'ready',
  states: {
    ready: { on: { 'inspector.toggle': 'loading' } },
    loading: {
      tags: 'busy',
      invoke: {
        src: 'toggle',
        id: 'toggle',
        onDone: 'ready',
        onError: { target: 'ready', actions: 'notifyFailure' },
      },
    },
  },
});

export type InspectorDoorRef = ActorRefFrom<typeof inspectorDoorMachine>;

import { assign, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { EreaderDevice } from '../../../schemas/api/auth.ts';
import type { FormReport } from '../../kit/form.machine.ts';
import { deviceForm, valuesOf, type DeviceValues } from './ereader-devices.logic.ts';
import type { EditDeviceInput, EditDeviceOutput } from '../../app/modals/modal-inputs.protocol.ts';

type EditDeviceEvent = { type: 'editDevice.close' } | FormReport<'form', DeviceValues, readonly EreaderDevice[]>;

interface EditDeviceContext extends EditDeviceInput {
  readonly saved: EditDeviceOutput;
}

/** Modal that adds or edits an ereader device. */
export const editDeviceMachine = setup({
  types: {
    input: {} as EditDeviceInput,
    context: {} as EditDeviceContext,
    events: {} as EditDeviceEvent,
    output: {} as EditDeviceOutput,
    children: {} as { form: 'form' },
  },
  actors: { form: deviceForm },
  actions: { keepSaved: assign((_, { answer }: { answer: readonly EreaderDevice[] }) => ({ saved: answer })) },
}).createMachine({
  id: 'editDevice',
  context: ({ input }) => ({ ...input, saved: null }),
  invoke: {
    src: 'form',
    id: 'form',
    input: ({ context }) => ({ values: valuesOf(context, context.before, context.devices) }),
  },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'form.saved': { target: 'closed', actions: by('keepSaved') },
        'editDevice.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => context.saved,
});

export type EditDeviceRef = ActorRefFrom<typeof editDeviceMachine>;

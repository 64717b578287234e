import { broadcastMachine } from '../../src/machines/broadcast/broadcast.machine.ts';
import { defineModel } from '../support/rig.ts';

export const broadcastModel = defineModel({
  name: 'broadcast',
  machine: broadcastMachine,
  named: { socket: null },
  starts: [{ input: { online: null } }],
  events: [
    { type: 'message.change', text: 'Down at noon' },
    { type: 'message.change', text: ' ' },
    { type: 'message.send' },
    { type: 'message.cancel' },
    { type: 'server.adminMessage.received', message: 'Down at noon' },
  ],
  ignored: [{ type: 'server.adminMessage.received', message: 'Another one' }],
  outputs: { announcement: [] },
  failures: { announcement: [] },
  project: ({ context }) => [context.draft, context.hasFailed],
  invariants: {
    'nothing empty is sent': (state) => !state.matches('sending') || state.context.draft.trim() !== '',
    'what failed is still there': ({ context }) => !context.hasFailed || context.draft !== '',
  },
});

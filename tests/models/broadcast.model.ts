import { broadcastMachine } from '../../src/machines/admin/broadcast/broadcast.machine.ts';
import { defineModel } from '../support/rig.ts';

export const broadcastModel = defineModel({
  name: 'broadcast',
  machine: broadcastMachine,
  named: { socket: null },
  starts: [{ input: { online: ['u1'] } }],
  events: [
    { type: 'message.change', text: 'Down at noon' },
    { type: 'message.change', text: ' ' },
    { type: 'message.send' },
    { type: 'message.cancel' },
    { type: 'server.adminMessage.received', message: 'Down at noon' },
    { type: 'server.user.online', user: { id: 'u2', username: 'u2', type: 'user' } },
    { type: 'server.user.offline', user: { id: 'u2', username: 'u2', type: 'user' } },
  ],
  ignored: [{ type: 'server.adminMessage.received', message: 'Another one' }],
  outputs: { announcement: [] },
  failures: { announcement: [] },
  project: ({ context }) => [context.draft, context.hasFailed, context.online.length],
  invariants: {
    'nothing empty is sent': (state) => !state.matches('sending') || state.context.draft.trim() !== '',
    'each user is counted once': ({ context }) => new Set(context.online).size === context.online.length,
    'what failed is still there': ({ context }) => !context.hasFailed || context.draft !== '',
  },
});

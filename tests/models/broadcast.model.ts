import { broadcastMachine } from '../../src/machines/broadcast/broadcast.machine.ts';
import { defineModel } from '../support/rig.ts';

const GUEST = { id: 'guest', username: 'guest', type: 'guest' } as const;

export const broadcastModel = defineModel({
  name: 'broadcast',
  machine: broadcastMachine,
  named: { socket: null },
  starts: [{ input: { online: ['root'] } }],
  events: [
    { type: 'message.change', text: 'Down at noon' },
    { type: 'message.change', text: ' ' },
    { type: 'message.send' },
    { type: 'message.cancel' },
    { type: 'server.adminMessage.received', message: 'Down at noon' },
    { type: 'server.user.online', user: GUEST },
    { type: 'server.user.offline', user: GUEST },
  ],
  ignored: [{ type: 'server.adminMessage.received', message: 'Another one' }],
  outputs: { announcement: [] },
  failures: { announcement: [] },
  project: ({ context }) => [context.draft, context.hasFailed, context.online],
  invariants: {
    'nothing empty is sent': (state) => !state.matches('sending') || state.context.draft.trim() !== '',
    'what failed is still there': ({ context }) => !context.hasFailed || context.draft !== '',
  },
});

import { castMachine } from '../../src/machines/playback/cast/cast.machine.ts';
import type { CastConnection } from '../../src/services/cast-sender.ts';
import { defineModel } from '../support/rig.ts';

const changed = (state: CastConnection['state'], device = '') =>
  ({ type: 'cast.connectionChanged', connection: { state, device } }) as const;
const allowed = { isEnabled: true, isSecure: true };

export const castModel = defineModel({
  name: 'cast',
  machine: castMachine,
  starts: [
    { input: allowed },
    { input: { ...allowed, isEnabled: false } },
    { input: { ...allowed, isSecure: false } },
    { input: { isEnabled: false, isSecure: false } },
  ],
  named: { player: null, toasts: null },
  events: [
    { type: 'cast.press' },
    changed('alone'),
    changed('near'),
    changed('connecting'),
    changed('connected', 'Kitchen'),
    changed('connecting', 'Kitchen'),
  ],
  outputs: { loadSender: [true, false], connect: [null, 'cancelled', 'failed'] },
  project: ({ context }) => context.connection,
  invariants: {
    'nothing is loaded unless the server allows it and the page is secure': (state) =>
      (state.context.isEnabled && state.context.isSecure) || state.children.loadSender === undefined,
    'the player goes to a receiver and back in turn': (_state, { receivedBy }) =>
      receivedBy('player').every(({ type }, at) => (type === 'player.moveToReceiver') === (at % 2 === 0)),
    'the player is at the receiver exactly while one is connected': (state, { receivedBy }) =>
      (receivedBy('player').at(-1)?.type === 'player.moveToReceiver') === state.matches({ ready: 'connected' }),
  },
});

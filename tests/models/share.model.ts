import { shareMachine } from '../../src/machines/playback/share/share.machine.ts';
import { openedBook } from '../support/player-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const opened = openedBook();
const again = openedBook({ id: 'session-2' });

export const shareModel = defineModel({
  name: 'share',
  machine: shareMachine,
  starts: [{ input: { slug: 'fables', time: 12 } }, { input: { slug: 'fables', time: null } }],
  named: { router: null },
  events: [
    { type: 'share.opened', opened },
    { type: 'share.opened', opened: again },
    { type: 'share.sounded' },
    { type: 'share.retry' },
  ],
  project: ({ context }) => [context.shown?.session.id],
  invariants: {
    'the player lives as long as the link is open': ({ children }) => children.player !== undefined,
    'the address loses its second at sound, and only if it has one': ({ context }, { happened, receivedBy }) =>
      receivedBy('router').length ===
      (context.time === null ? 0 : happened.filter(({ type }) => type === 'share.sounded').length),
    'what was opened last is shown': ({ context }, { happened }) =>
      context.shown ===
      (happened.flatMap((event) => ('opened' in event ? [event['opened']] : [])).at(-1) ?? context.shown),
  },
});

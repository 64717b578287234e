import type { Seen } from './journey.ts';

type Entries = Readonly<Record<string, Seen>>;

/** The states of the player's transport: those that a journey shows, and the reasons for the others. */
export const playerStates = (shown: Entries): Entries => ({
  ...Object.fromEntries(Object.entries(shown).map(([name, seen]) => [`transport.${name}`, seen])),
  'transport.standby.*': { reason: 'what is known of an item that does not sound yet' },
  'transport.opening': { reason: 'passed while the server answers' },
  'transport.opening.*': { reason: 'passed while the server answers' },
  'transport.stalled': { reason: 'sound that breaks off: tests/faults' },
  'transport.failed': { reason: 'a file that is missing: player.spec.ts' },
});

/** The events of the player's transport, likewise. */
export const playerEvents = (taken: Entries): Entries => ({
  'engine.*': { reason: 'what the media element says' },
  'playback.*': { reason: 'the answer of the server' },
  'server.*': { reason: 'shown by the journey progress' },
  'player.*': { reason: 'another way to the same (keys, full-screen player), or a setting: player.spec.ts' },
  'player.accountLoaded': { reason: 'told by the session' },
  'player.describe': { reason: 'told by the page that is open' },
  'player.shutDown': { reason: 'told by the session, at a sign-out' },
  'player.retry': { reason: 'a file that is missing: player.spec.ts' },
  'player.startedElsewhere': { reason: 'another tab: tabs.spec.ts' },
  'player.moveHere': { reason: 'casting: cast.spec.ts' },
  'drawing.due': { reason: 'when a place is drawn, not what it is' },
  'details.*': { reason: 'what is known of an item that does not sound yet' },
  'press.ended': { reason: 'two presses that are one: press.spec.ts' },
  'tabs.*': { reason: 'another tab: tabs.spec.ts' },
  ...taken,
});

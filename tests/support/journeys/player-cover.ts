import type { Seen } from './journey.ts';

type Entries = Readonly<Record<string, Seen>>;

/** The states of the player's transport: those that a journey shows, and the reasons for the others. */
export const playerStates = (shown: Entries): Entries => ({
  ...Object.fromEntries(Object.entries(shown).map(([name, seen]) => [`transport.${name}`, seen])),
  'transport.opening': { reason: 'passed while the server answers' },
  'transport.loaded': { reason: 'holds the states of a loaded item' },
  'transport.loaded.loading': { reason: 'passed while the server answers' },
  'transport.loaded.sounding': { reason: 'holds the states of sound' },
  'transport.loaded.sounding.stalled': { reason: 'sound that breaks off: tests/faults' },
  'transport.loaded.sounding.recovering': { reason: 'sound that breaks off: tests/faults' },
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
  'media.*': { reason: 'follows from a press' },
  'tabs.*': { reason: 'another tab: tabs.spec.ts' },
  ...taken,
});

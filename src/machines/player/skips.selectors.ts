import type { SnapshotFrom } from 'xstate';
import type { playerMachine } from './player.machine.ts';

type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;

/** The choices of what is left out of an episode, in seconds. */
export const SKIP_CHOICES: readonly number[] = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300];

/** What is open, or about to be, is an episode of a podcast. */
export const selectIsEpisode = ({ context }: PlayerSnapshot): boolean =>
  (context.next ?? context.request)?.media.episodeId != null;

/** Seconds that are left out at the start of each episode of the open podcast. */
export const selectSkipStart = ({ context }: PlayerSnapshot): number => context.preferences.skipStart ?? 0;

/** Seconds that are left out at its end. */
export const selectSkipEnd = ({ context }: PlayerSnapshot): number => context.preferences.skipEnd ?? 0;

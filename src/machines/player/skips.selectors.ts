import type { SnapshotFrom } from 'xstate';
import type { playerMachine } from './player.machine.ts';

type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;

export const SKIP_CHOICES: readonly number[] = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300];

export const selectIsEpisode = ({ context }: PlayerSnapshot): boolean =>
  (context.next ?? context.request)?.media.episodeId != null;

export const selectSkipStart = ({ context }: PlayerSnapshot): number => context.preferences.skipStart ?? 0;

export const selectSkipEnd = ({ context }: PlayerSnapshot): number => context.preferences.skipEnd ?? 0;

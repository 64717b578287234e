import type { SnapshotFrom } from 'xstate';
import { ownSettingsOf, type OwnSetting, type Scope } from './item-settings.logic.ts';
import type { itemSettingsMachine } from './item-settings.machine.ts';
import type { playerMachine } from './player.machine.ts';

type ItemSettingsState = SnapshotFrom<typeof itemSettingsMachine> | undefined;

/** The item's own rate, else the device's (also for null). */
export function rateOf(libraryItemId: string | null) {
  return (state: ItemSettingsState): number => {
    if (!state) return 1;
    const { items, owner, preferences } = state.context;
    return ownSettingsOf(items, owner, libraryItemId).playbackRate ?? preferences.playbackRate;
  };
}

export function scopeOf(setting: OwnSetting) {
  return (state: ItemSettingsState): Scope => {
    if (!state) return 'everywhere';
    const { items, owner, libraryItemId } = state.context;
    return ownSettingsOf(items, owner, libraryItemId)[setting] === null ? 'everywhere' : 'item';
  };
}

type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;

export const SKIP_CHOICES: readonly number[] = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300];

export const selectIsEpisode = ({ context }: PlayerSnapshot): boolean =>
  (context.next ?? context.request)?.media.episodeId != null;

export const selectSkipStart = ({ context }: PlayerSnapshot): number => context.preferences.skipStart ?? 0;

export const selectSkipEnd = ({ context }: PlayerSnapshot): number => context.preferences.skipEnd ?? 0;

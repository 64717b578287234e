import type { ItemSettings } from '../../../schemas/player-memory.ts';
import type { Preferences } from '../../../schemas/preferences.ts';

export type OwnSettings = Readonly<Pick<ItemSettings, 'playbackRate' | 'autoRewind' | keyof Skips>>;
export type OwnSetting = 'playbackRate' | 'autoRewind';

/** Seconds left out of each episode of a podcast. */
export interface Skips {
  readonly skipStart: number;
  readonly skipEnd: number;
}
export type Skip = keyof Skips;
export type EffectivePreferences = Preferences & Partial<Skips>;

export type Scope = 'item' | 'everywhere';

export const ITEMS_KEPT = 500;

const NONE: OwnSettings = { playbackRate: null, autoRewind: null, skipStart: 0, skipEnd: 0 };

/** Identifies an account: servers may share an origin. */
export function ownerOf(baseUrl: string, userId: string): string {
  return `${baseUrl} ${userId}`;
}

export function ownSettingsOf(all: readonly ItemSettings[], owner: string, libraryItemId: string | null): OwnSettings {
  return all.find((entry) => isOf(entry, owner, libraryItemId)) ?? NONE;
}

/** Moves the item to the end of the list, or out of it without own settings. Null removes a setting. */
export function withOwnSetting(
  all: readonly ItemSettings[],
  owner: string,
  libraryItemId: string,
  setting: OwnSetting | Skip,
  value: number | null,
): readonly ItemSettings[] {
  const own: OwnSettings = { ...ownSettingsOf(all, owner, libraryItemId), [setting]: value };
  const { playbackRate, autoRewind, skipStart, skipEnd } = own;
  const others = all.filter((entry) => !isOf(entry, owner, libraryItemId));
  if (playbackRate === null && autoRewind === null && skipStart === 0 && skipEnd === 0) return others;
  return [...others.slice(1 - ITEMS_KEPT), { owner, libraryItemId, playbackRate, autoRewind, skipStart, skipEnd }];
}

export function effectivePreferences(preferences: Preferences, own: OwnSettings): EffectivePreferences {
  return {
    ...preferences,
    playbackRate: own.playbackRate ?? preferences.playbackRate,
    autoRewind: own.autoRewind ?? preferences.autoRewind,
    skipStart: own.skipStart,
    skipEnd: own.skipEnd,
  };
}

function isOf(entry: ItemSettings, owner: string, libraryItemId: string | null): boolean {
  return entry.owner === owner && entry.libraryItemId === libraryItemId;
}

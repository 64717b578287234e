import type { ItemSettings } from '../../schemas/item-settings.ts';
import type { Preferences } from '../../schemas/preferences.ts';

/** What a book or a podcast can have for itself; null: as everywhere. */
export type OwnSettings = Readonly<Pick<ItemSettings, 'playbackRate' | 'autoRewind' | keyof Skips>>;
/** The settings that hold everywhere too. */
export type OwnSetting = 'playbackRate' | 'autoRewind';

/** Seconds that are left out at the start and at the end of each episode of a podcast. */
export interface Skips {
  readonly skipStart: number;
  readonly skipEnd: number;
}
export type Skip = keyof Skips;
/** What holds for what is open. */
export type EffectivePreferences = Preferences & Partial<Skips>;

/** What a change of a setting is about: this book or podcast only, or every one without a setting of its own. */
export type Scope = 'item' | 'everywhere';

/** Books and podcasts that are remembered; the ones set longest ago are forgotten. */
export const ITEMS_KEPT = 500;

const NONE: OwnSettings = { playbackRate: null, autoRewind: null, skipStart: 0, skipEnd: 0 };

/** Names an account: a browser may keep the settings of several, on servers that share an origin too. */
export function ownerOf(baseUrl: string, userId: string): string {
  return `${baseUrl} ${userId}`;
}

/** What this item has for itself. */
export function ownSettingsOf(all: readonly ItemSettings[], owner: string, libraryItemId: string | null): OwnSettings {
  return all.find((entry) => isOf(entry, owner, libraryItemId)) ?? NONE;
}

/**
 * The list with a setting of one item (null: as everywhere), which goes to its end, or out of it when nothing is its
 * own any more.
 */
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

/** The settings that hold for an item: its own over those of the device. */
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

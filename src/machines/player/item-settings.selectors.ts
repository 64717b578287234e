import type { SnapshotFrom } from 'xstate';
import { ownSettingsOf, type OwnSetting, type Scope } from './item-settings.logic.ts';
import type { itemSettingsMachine } from './item-settings.machine.ts';

/** A selector of whom a setting holds for: the open item only, or everywhere. */
export function scopeOf(setting: OwnSetting) {
  return (state: SnapshotFrom<typeof itemSettingsMachine> | undefined): Scope => {
    if (!state) return 'everywhere';
    const { items, owner, libraryItemId } = state.context;
    return ownSettingsOf(items, owner, libraryItemId)[setting] === null ? 'everywhere' : 'item';
  };
}

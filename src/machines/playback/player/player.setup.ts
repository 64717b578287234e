import { assign, enqueueActions, sendTo } from 'xstate';
import type { Bookmark } from '../../../schemas/api/progress.ts';
import { named, type PreferencesCommand } from '../../kit/system.ts';
import { QUEUE_MENU } from '../queue/queue.logic.ts';
import { BOOKMARKS_MENU } from './bookmarks.logic.ts';
import type { BookmarksEvent } from './bookmarks.machine.ts';
import type { EffectivePreferences } from './item-settings.logic.ts';
import type { ItemSettingsEvent } from './item-settings.machine.ts';
import { withNews } from './news.actions.ts';
import { clampVolume, stepVolume, toggleMute, clampRate, stepRate } from './player.logic.ts';

/** Adds the actions on settings of this device. All names and types that the regions use. */
export const playerSetup = withNews.extend({
  actions: {
    openChapters: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('chapterList', { type: 'chapterList.reset' });
      enqueue.sendTo(named('menus'), { type: 'menus.open', id: 'player-chapters' });
    }),
    openBookmarks: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('bookmarks', { type: 'bookmarks.reset' });
      enqueue.sendTo(named('menus'), { type: 'menus.open', id: BOOKMARKS_MENU });
    }),
    addBookmark: enqueueActions(({ context: { request }, enqueue }) => {
      if (request) enqueue.sendTo('bookmarks', { type: 'bookmarks.add', libraryItemId: request.media.libraryItemId });
    }),
    noteBookmark: sendTo('bookmarks', (_, { bookmark }: { bookmark: Bookmark }): BookmarksEvent => ({
      type: 'bookmarks.edit',
      bookmark,
      isUntitled: true,
    })),
    openQueue: sendTo(named('menus'), { type: 'menus.open', id: QUEUE_MENU }),
    takePreferences: assign((_, params: { preferences: EffectivePreferences }) => params),
    setRate: sendTo('itemSettings', (_, params: { rate: number }): ItemSettingsEvent => ({
      type: 'settings.set',
      setting: 'playbackRate',
      value: clampRate(params.rate),
    })),
    stepRate: sendTo('itemSettings', ({ context }, params: { steps: number }): ItemSettingsEvent => {
      const { playbackRate, playbackRateIncrementDecrement } = context.preferences;
      return {
        type: 'settings.set',
        setting: 'playbackRate',
        value: stepRate(playbackRate, playbackRateIncrementDecrement, params.steps),
      };
    }),
    setVolume: sendTo(named('preferences'), (_, params: { volume: number }): PreferencesCommand => ({
      type: 'preferences.set',
      change: { volume: clampVolume(params.volume) },
    })),
    stepVolume: sendTo(named('preferences'), ({ context }, params: { steps: number }): PreferencesCommand => ({
      type: 'preferences.set',
      change: { volume: stepVolume(context.preferences.volume, params.steps) },
    })),
    toggleMute: enqueueActions(({ context, enqueue }) => {
      const { volume, remembered } = toggleMute(context.preferences.volume, context.loudVolume);
      enqueue.assign({ loudVolume: remembered });
      enqueue.sendTo(named('preferences'), { type: 'preferences.set', change: { volume } });
    }),
  },
});

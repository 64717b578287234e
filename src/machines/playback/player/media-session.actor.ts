import { fromCallback } from 'xstate';
import type { Preferences } from '../../../schemas/preferences.ts';
import type { SystemAction, SystemPosition } from '../../../services/media-session.ts';
import { getPorts } from '../../kit/ports.ts';
import { getPreferences } from '../../kit/system.ts';
import { chapterIndexAt } from './chapters.logic.ts';
import { nowPlayingOf, type Shown } from './media-session.logic.ts';
import type { PlayerCommand } from './player.protocol.ts';
import { readPlayhead, type PlayheadRef } from './playhead.actor.ts';

export type MediaSessionUpdate =
  | { type: 'mediaSession.show'; shown: Shown }
  | { type: 'mediaSession.setState'; isPlaying: boolean; position: SystemPosition }
  | { type: 'mediaSession.setPosition'; position: SystemPosition };

/** Updates the system's media controls by chapter, and turns their keys into commands. */
export const mediaSession = fromCallback<MediaSessionUpdate, { readonly playhead: PlayheadRef }>(
  ({ input: { playhead }, receive, sendBack, system }) => {
    const { systemPlayer, baseUrl } = getPorts(system);
    if (!systemPlayer.isAvailable)
      console.warn('This browser has no media session: media keys and lock screen stay without player');
    let shown: Shown | null = null;
    let chapter = -1;
    const chapterNow = () => chapterIndexAt(shown?.opened?.session.chapters.items ?? [], readPlayhead(playhead).time);
    const show = () => {
      if (!shown) return;
      chapter = chapterNow();
      systemPlayer.show(nowPlayingOf(shown, readPlayhead(playhead).time, baseUrl));
    };
    receive((update) => {
      if (update.type === 'mediaSession.show') {
        shown = update.shown;
        return show();
      }
      if (update.type === 'mediaSession.setState') systemPlayer.setState(update.isPlaying ? 'playing' : 'paused');
      systemPlayer.setPosition(update.position);
    });
    const watch = playhead.subscribe(() => {
      if (chapter !== chapterNow()) show();
    });
    const end = systemPlayer.onAction((action) => sendBack(commandOf(action, getPreferences(system).mediaKeys)));
    return () => {
      end();
      watch.unsubscribe();
      systemPlayer.setState('none');
      systemPlayer.show(null);
    };
  },
);

function commandOf(action: SystemAction, keys: Preferences['mediaKeys']): PlayerCommand {
  switch (action.kind) {
    case 'play':
      return { type: 'player.resume' };
    case 'pause':
    case 'stop':
      return { type: 'player.pause' };
    case 'previous':
      return { type: keys === 'chapters' ? 'player.seekToPreviousChapter' : 'player.jumpBackward' };
    case 'next':
      return { type: keys === 'chapters' ? 'player.seekToNextChapter' : 'player.jumpForward' };
    case 'backward':
      return { type: 'player.jumpBackward' };
    case 'forward':
      return { type: 'player.jumpForward' };
    case 'seek':
      return { type: 'player.seek', time: action.time };
  }
}

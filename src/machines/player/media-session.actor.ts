import { fromCallback, type NonReducibleUnknown } from 'xstate';
import type { NowPlaying, SystemAction, SystemPosition } from '../../services/media-session.ts';
import { getPorts } from '../app/ports.ts';
import type { PlayerCommand } from './player.protocol.ts';

export type MediaSessionUpdate =
  | { type: 'mediaSession.show'; playing: NowPlaying }
  | { type: 'mediaSession.state'; isPlaying: boolean; position: SystemPosition }
  | { type: 'mediaSession.position'; position: SystemPosition };

/** Keeps the operating system's own player up to date, and turns its keys into commands (PLR-108, PLR-109). */
export const mediaSession = fromCallback<MediaSessionUpdate, NonReducibleUnknown>(({ receive, sendBack, system }) => {
  const { systemPlayer } = getPorts(system);
  if (!systemPlayer.isAvailable) console.warn('This browser has no media session: media keys and lock screen stay without player');
  receive((update) => {
    if (update.type === 'mediaSession.show') return systemPlayer.show(update.playing);
    if (update.type === 'mediaSession.state') systemPlayer.setState(update.isPlaying ? 'playing' : 'paused');
    systemPlayer.setPosition(update.position);
  });
  const end = systemPlayer.onAction((action) => sendBack(commandOf(action)));
  return () => {
    end();
    systemPlayer.setState('none');
    systemPlayer.show(null);
  };
});

function commandOf(action: SystemAction): PlayerCommand {
  switch (action.kind) {
    case 'play':
      return { type: 'player.resume' };
    case 'pause':
    case 'stop':
      return { type: 'player.pause' };
    case 'previous':
      return { type: 'player.previousChapter' };
    case 'next':
      return { type: 'player.nextChapter' };
    case 'backward':
      return { type: 'player.jumpBackward' };
    case 'forward':
      return { type: 'player.jumpForward' };
    case 'seek':
      return { type: 'player.seek', time: action.time };
  }
}

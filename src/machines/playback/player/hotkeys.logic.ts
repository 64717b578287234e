import type { KeyPress } from '../../../services/hotkeys.ts';
import type { PlayerCommand } from './player.protocol.ts';

export interface Hotkey {
  readonly name: string;
  readonly key: string;
  readonly shift: boolean | 'either';
  readonly command: PlayerCommand;
}

export const HOTKEYS = [
  { name: 'toggle', key: ' ', shift: false, command: { type: 'player.toggle' } },
  { name: 'back', key: 'ArrowLeft', shift: false, command: { type: 'player.jumpBackward' } },
  { name: 'forward', key: 'ArrowRight', shift: false, command: { type: 'player.jumpForward' } },
  { name: 'undoJump', key: 'z', shift: false, command: { type: 'player.undoJump' } },
  { name: 'louder', key: 'ArrowUp', shift: false, command: { type: 'player.raiseVolume' } },
  { name: 'quieter', key: 'ArrowDown', shift: false, command: { type: 'player.lowerVolume' } },
  { name: 'mute', key: 'm', shift: 'either', command: { type: 'player.toggleMute' } },
  { name: 'faster', key: 'ArrowUp', shift: true, command: { type: 'player.raiseRate' } },
  { name: 'slower', key: 'ArrowDown', shift: true, command: { type: 'player.lowerRate' } },
  { name: 'previousChapter', key: 'p', shift: false, command: { type: 'player.seekToPreviousChapter' } },
  { name: 'nextChapter', key: 'n', shift: false, command: { type: 'player.seekToNextChapter' } },
  { name: 'bookmarks', key: 'b', shift: false, command: { type: 'player.openBookmarks' } },
  { name: 'addBookmark', key: 'b', shift: true, command: { type: 'player.addBookmark' } },
  { name: 'queue', key: 'q', shift: false, command: { type: 'player.openQueue' } },
  { name: 'chapters', key: 'l', shift: false, command: { type: 'player.openChapters' } },
  { name: 'fullScreen', key: 'f', shift: false, command: { type: 'player.toggleFullScreen' } },
  { name: 'extendSleep', key: 'e', shift: false, command: { type: 'player.extendSleepTimer' } },
  { name: 'close', key: 'Escape', shift: false, command: { type: 'player.escape' } },
] as const satisfies readonly Hotkey[];

export function keyFor(type: string): string | undefined {
  return HOTKEYS.find(({ command }) => command.type === type)?.key.toUpperCase();
}

export function commandOf({ key, shift }: KeyPress): PlayerCommand | null {
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  const found = HOTKEYS.find(
    (hotkey) => hotkey.key === pressed && (hotkey.shift === 'either' || hotkey.shift === shift),
  );
  return found?.command ?? null;
}

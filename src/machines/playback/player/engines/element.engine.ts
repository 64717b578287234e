import { fromCallback } from 'xstate';
import type { Media } from '../../../../services/media-element.ts';
import { getPorts } from '../../../kit/ports.ts';
import { toItemTime, toTrackPosition, totalDuration } from '../player.logic.ts';
import { readPlayhead, type PlayheadRef } from '../playhead.actor.ts';
import { createElementPlayer, type ElementPlayer, type PlayerOptions } from './element-player.ts';
import type { EngineCommand } from './engine.protocol.ts';
import { CAN_PLAY } from './next-file.ts';

export interface EngineInput {
  readonly playhead: PlayheadRef;
}

/**
 * Plays files one after the other on the page's audio element. The next file starts inside the `ended` handler, as
 * browsers may require a press otherwise (pitfall 28), or just before it on a second element, without a gap.
 */
export const html5Engine = elementEngine('files');

/** Plays an HLS stream on the same element. */
export const hlsEngine = elementEngine('stream');

/** Plays files on elements of its own, beside the player. */
export const asideEngine = elementEngine('files', (media) => media.aside());

function elementEngine(source: PlayerOptions['source'], choose = (media: Media) => media) {
  return fromCallback<EngineCommand, EngineInput>(({ input: { playhead }, receive, sendBack, system }) => {
    const { media, page } = getPorts(system);
    const player = createElementPlayer({ source, media: choose(media), playhead, report: sendBack });
    // Savers register later, so they read this position.
    const ends = [page.onHide(player.tick), page.onVisibilityChange(player.tick)];
    receive((command) => obey(player, command));
    return () => {
      if (!readPlayhead(playhead).hasEnded) player.tick();
      ends.forEach((end) => end());
      player.end();
    };
  });
}

function obey(player: ElementPlayer, command: EngineCommand): void {
  const { playback, settings } = player;
  switch (command.type) {
    case 'engine.load': {
      const { tracks } = command;
      playback.tracks = tracks;
      const position = toTrackPosition(tracks, Math.min(command.time, totalDuration(tracks)));
      if (!position) return player.report({ type: 'engine.failed', failure: 'unsupported', time: command.time });
      settings.setGain(1);
      player.moved(toItemTime(tracks, position));
      return player.open(position, command.playing);
    }
    case 'engine.replaceTrackUrls':
      playback.tracks = command.tracks;
      return;
    case 'engine.restartStream':
      if (playback.element.readyState < CAN_PLAY) player.restartStream();
      return;
    case 'engine.play':
      settings.setGain(1);
      return player.play();
    case 'engine.pause':
      player.nextFile.holdBack();
      playback.wanted = false;
      return playback.element.pause();
    case 'engine.seek':
      return player.seek(command.time);
    case 'engine.setRate':
      player.tick();
      return settings.setRate(command.rate);
    case 'engine.setVolume':
      return settings.setVolume(command.volume);
    case 'engine.setGain':
      return settings.setGain(command.gain);
  }
}

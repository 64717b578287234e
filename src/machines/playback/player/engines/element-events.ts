import type { ElementPlayer } from './element-player.ts';
import type { EngineFailure } from './engine.protocol.ts';
import { CAN_PLAY, nextIndex } from './next-file.ts';

/** By the code of the element's error. */
export const FAILURES: Readonly<Record<number, EngineFailure>> = { 2: 'network', 3: 'decode', 4: 'unsupported' };
/** In seconds: tolerance of a start position. */
const REACHED_S = 0.25;

/** What each event of the element means to its player. */
export function elementEvents(player: ElementPlayer): Readonly<Record<string, () => void>> {
  const { playback, settings, nextFile, stalls, report, now, tick } = player;
  return {
    loadedmetadata() {
      const { element, start } = playback;
      if (start === null) return;
      playback.start = null;
      if (Math.abs(element.currentTime - start) > REACHED_S) element.currentTime = start;
      nextFile.letGo();
      settings.applyRate();
      report({ type: 'engine.loaded' });
      report({ type: 'engine.seeked', time: now() });
    },
    timeupdate() {
      tick();
      stalls.noticeSound();
    },
    play() {
      if (playback.element.readyState < CAN_PLAY) stalls.stalled();
      else stalls.watch();
    },
    playing() {
      playback.isUntried = false;
      tick();
      stalls.started();
      if (!playback.element.paused) report({ type: 'engine.started' });
    },
    waiting() {
      if (!playback.element.paused) stalls.stalled();
    },
    seeked() {
      if (playback.start === null) report({ type: 'engine.seeked', time: now() });
    },
    pause() {
      // The browser also pauses after an end or error.
      if (playback.element.ended || playback.element.error) return;
      nextFile.holdBack();
      playback.wanted = false;
      report({ type: 'engine.paused', reason: 'requested' });
    },
    ended() {
      tick();
      const next = nextIndex(playback.tracks, playback.index);
      const isWanted = playback.wanted;
      playback.wanted = false;
      if (next === -1) return report({ type: 'engine.ended' });
      goOn(player, next, isWanted);
      if (!isWanted) report({ type: 'engine.paused', reason: 'requested' });
    },
    error() {
      const { element, tracks, index, url, wanted } = playback;
      if (!FAILURES[element.error?.code ?? 0]) return;
      const isStale = url !== tracks[index]?.url;
      if (isStale) player.open({ index, time: now() - (tracks[index]?.startOffset ?? 0) }, wanted);
      else player.fail();
    },
  };
}

/** With the prepared file, which may play already. */
function goOn({ playback, nextFile, report, open, changeTo }: ElementPlayer, index: number, isWanted: boolean): void {
  const url = playback.tracks[index]?.url ?? '';
  const file = playback.mayChange ? nextFile.take(url) : null;
  if (!file) return open({ index, time: 0 }, isWanted);
  const sounds = !file.element.paused;
  Object.assign(playback, { index, url, isUntried: !sounds });
  changeTo(file, isWanted);
  if (sounds) report({ type: 'engine.started' });
}

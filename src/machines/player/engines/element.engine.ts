import { fromCallback } from 'xstate';
import type { OpenStream } from '../../../services/hls-stream.ts';
import type { PlayableElement } from '../../../services/media-element.ts';
import { getPorts } from '../../app/ports.ts';
import { readPlayhead, type PlayheadRef } from '../playhead.actor.ts';
import { toItemTime, toTrackPosition, totalDuration, type TrackPosition } from '../player.logic.ts';
import type { EngineCommand, EngineFailure, EngineReport, EngineTrack } from './engine.protocol.ts';
import { createNextFile, nextIndex } from './next-file.ts';

export interface EngineInput {
  readonly playhead: PlayheadRef;
}

const FAILURES: Readonly<Record<number, EngineFailure>> = { 2: 'network', 3: 'decode', 4: 'unsupported' };
/** `HAVE_FUTURE_DATA`: enough to go on. */
const CAN_PLAY = 3;
/** A start position missed by less than this is reached. */
const REACHED_S = 0.25;

/**
 * Plays files by the page's audio element, one after the other. What it reports was read from the element;
 * the next file starts inside the `ended` handler, or browsers that want a press for each start would stop
 * there (pitfall 28).
 */
export const html5Engine = elementEngine('files');

/** Plays an HLS stream by the same element. */
export const hlsEngine = elementEngine('stream');

function elementEngine(source: 'files' | 'stream') {
  return fromCallback<EngineCommand, EngineInput>(({ input, receive, sendBack, system }) => {
    const { media, page } = getPorts(system);
    const element = media.element();
    let stream: OpenStream | null = null;
    const listening = new AbortController();
    const report = (event: EngineReport) => sendBack(event);
    let tracks: readonly EngineTrack[] = [];
    let index = 0;
    let url = '';
    /** Second of the file to begin at, until the element is there. */
    let start: number | null = null;
    /** Whether there should be sound. The element forgets that when a file breaks. */
    let wanted = false;
    /** The error of the element that was told; a play that it refuses because of it is no news. */
    let reported: PlayableElement['error'] = null;
    let rate = 1;
    let volume = element.volume;
    let gain = 1;
    const nextFile = createNextFile(media);

    const now = () => toItemTime(tracks, { index, time: start ?? element.currentTime });

    function tick() {
      if (tracks.length === 0 || start !== null || element.seeking) return;
      const { currentTime } = element;
      const end = bufferedEnd(element.buffered, currentTime);
      const bufferedTo = toItemTime(tracks, { index, time: end });
      input.playhead.send({
        type: 'engine.ticked',
        time: now(),
        bufferedEnd: bufferedTo,
        rate: element.playbackRate,
        at: media.now(),
      });
      if (source === 'files') nextFile.follow(tracks, index, currentTime, element.playbackRate);
    }

    function open(position: TrackPosition, playing: boolean) {
      const track = tracks[position.index];
      if (!track) return;
      index = position.index;
      url = track.url;
      start = position.time;
      if (source === 'stream') {
        stream?.close();
        stream = media.openStream(url, start, fail);
      } else {
        element.src = url;
        element.load();
        if (start > 0) element.currentTime = start;
      }
      applyRate();
      wanted = playing;
      if (playing) play();
    }

    function play() {
      wanted = true;
      const address = url;
      element.play().catch((cause: unknown) => {
        const name = cause instanceof DOMException ? cause.name : '';
        // Something else was asked of the element meanwhile.
        if (name === 'AbortError' || url !== address || tracks.length === 0 || listening.signal.aborted) return;
        if (name === 'NotAllowedError') {
          wanted = false;
          report({ type: 'engine.paused', reason: 'blocked' });
        } else if (reported !== element.error || element.error === null) {
          console.warn('The browser refused to play', cause);
          fail();
        }
      });
    }

    function fail(failure = FAILURES[element.error?.code ?? 0] ?? 'unsupported') {
      reported = element.error;
      report({ type: 'engine.failed', failure, time: now() });
    }

    function applyRate() {
      element.defaultPlaybackRate = rate;
      if (element.playbackRate !== rate) element.playbackRate = rate;
    }

    function applyVolume() {
      const loudness = volume * gain;
      if (element.volume !== loudness) element.volume = loudness;
    }

    function setGain(share: number) {
      gain = share;
      applyVolume();
    }

    function seek(time: number) {
      const position = toTrackPosition(tracks, time);
      if (!position) return;
      tick();
      input.playhead.send({ type: 'engine.moved', time: toItemTime(tracks, position), at: media.now() });
      if (position.index !== index || element.error) return open(position, wanted);
      if (start !== null) start = position.time;
      element.currentTime = position.time;
    }

    function unload() {
      tracks = [];
      nextFile.letGo();
      stream?.close();
      element.pause();
      element.removeAttribute('src');
      element.load();
    }

    const handlers: Readonly<Record<string, () => void>> = {
      loadedmetadata() {
        if (start === null) return;
        const wanted = start;
        start = null;
        if (Math.abs(element.currentTime - wanted) > REACHED_S) element.currentTime = wanted;
        // The element has it by now.
        nextFile.letGo();
        applyRate();
        report({ type: 'engine.loaded' });
        report({ type: 'engine.seeked', time: now() });
      },
      timeupdate: tick,
      play() {
        if (element.readyState < CAN_PLAY) report({ type: 'engine.stalled' });
      },
      playing() {
        tick();
        // Who heard of the tick may have asked for silence.
        if (!element.paused) report({ type: 'engine.started' });
      },
      waiting() {
        if (!element.paused) report({ type: 'engine.stalled' });
      },
      seeked() {
        if (start === null) report({ type: 'engine.seeked', time: now() });
      },
      pause() {
        // A browser pauses what has ended or broken too: nobody asked for that pause.
        if (element.ended || element.error) return;
        wanted = false;
        report({ type: 'engine.paused', reason: 'asked' });
      },
      ended() {
        tick();
        const next = nextIndex(tracks, index);
        const isWanted = wanted;
        wanted = false;
        if (next === -1) return report({ type: 'engine.ended' });
        open({ index: next, time: 0 }, isWanted);
        if (!isWanted) report({ type: 'engine.paused', reason: 'asked' });
      },
      error() {
        if (!FAILURES[element.error?.code ?? 0]) return;
        const isStale = url !== tracks[index]?.url;
        if (isStale) open({ index, time: now() - (tracks[index]?.startOffset ?? 0) }, wanted);
        else fail();
      },
    };
    for (const [type, handler] of Object.entries(handlers)) {
      element.addEventListener(type, () => tracks.length > 0 && handler(), { signal: listening.signal });
    }

    // Who saves at the page's end began later than this engine, so it is told later and finds this position.
    const ends = [page.onHide(tick), page.onVisibilityChange(tick)];

    receive((command) => {
      switch (command.type) {
        case 'engine.load': {
          tracks = command.tracks;
          const position = toTrackPosition(tracks, Math.min(command.time, totalDuration(tracks)));
          if (!position) return report({ type: 'engine.failed', failure: 'unsupported', time: command.time });
          setGain(1);
          input.playhead.send({ type: 'engine.moved', time: toItemTime(tracks, position), at: media.now() });
          return open(position, command.playing);
        }
        case 'engine.replaceTrackUrls':
          tracks = command.tracks;
          return;
        case 'engine.restartStream':
          if (element.readyState < CAN_PLAY) stream?.restart(start ?? element.currentTime);
          return;
        case 'engine.play':
          setGain(1);
          return play();
        case 'engine.pause':
          wanted = false;
          return element.pause();
        case 'engine.seek':
          return seek(command.time);
        case 'engine.setRate':
          tick();
          rate = command.rate;
          return applyRate();
        case 'engine.setVolume':
          volume = command.volume;
          return applyVolume();
        case 'engine.setGain':
          return setGain(command.gain);
      }
    });

    return () => {
      // Both end at once when the whole player does.
      if (!readPlayhead(input.playhead).hasEnded) tick();
      listening.abort();
      ends.forEach((end) => end());
      unload();
    };
  });
}

function bufferedEnd(
  ranges: { readonly length: number; start(index: number): number; end(index: number): number },
  time: number,
): number {
  for (let range = 0; range < ranges.length; range += 1) {
    if (ranges.start(range) <= time && ranges.end(range) >= time) return ranges.end(range);
  }
  return time;
}

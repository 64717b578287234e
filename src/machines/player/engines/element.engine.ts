import { fromCallback } from 'xstate';
import type { OpenStream } from '../../../services/hls-stream.ts';
import type { Media, PlayableElement, PreparedFile } from '../../../services/media-element.ts';
import { getPorts } from '../../app/ports.ts';
import { toItemTime, toTrackPosition, totalDuration, type TrackPosition } from '../player.logic.ts';
import { readPlayhead, type PlayheadRef } from '../playhead.actor.ts';
import { createSettings } from './element-settings.ts';
import type { EngineCommand, EngineFailure, EngineReport, EngineTrack } from './engine.protocol.ts';
import { CAN_PLAY, createNextFile, nextIndex } from './next-file.ts';

/** End (s) of the loaded range around a second; that second if there is none. */
function bufferedEnd(
  ranges: { readonly length: number; start(index: number): number; end(index: number): number },
  time: number,
): number {
  for (let range = 0; range < ranges.length; range += 1) {
    if (ranges.start(range) <= time && ranges.end(range) >= time) return ranges.end(range);
  }
  return time;
}

export interface EngineInput {
  readonly playhead: PlayheadRef;
}

const FAILURES: Readonly<Record<number, EngineFailure>> = { 2: 'network', 3: 'decode', 4: 'unsupported' };
/** Check interval in ms: some elements stall without an event, as WebKit's after a seek. */
const WATCH_MS = 5000;
/** In seconds of the file: so much sound after a stall ends it, in steps that are no seeks. */
const HEARD_S = 1;
const MAX_STEP_S = 1;
/** In seconds: tolerance of a start position. */
const REACHED_S = 0.25;

/**
 * Plays files one after the other on the page's audio element. The next file starts inside the `ended` handler, as
 * browsers may require a press otherwise (pitfall 28), or just before it on a second element, without a gap.
 */
export const html5Engine = elementEngine('files');

/** Plays an HLS stream on the same element. */
export const hlsEngine = elementEngine('stream');

/** Plays files on elements of its own, beside the player. */
export const asideEngine = elementEngine('files', (media) => media.aside());

function elementEngine(source: 'files' | 'stream', choose = (media: Media) => media) {
  return fromCallback<EngineCommand, EngineInput>(({ input, receive, sendBack, system }) => {
    const { media: sound, page } = getPorts(system);
    const media = choose(sound);
    let element = media.element();
    let stream: OpenStream | null = null;
    let listening = new AbortController();
    let hasEnded = false;
    const report = (event: EngineReport) => sendBack(event);
    let tracks: readonly EngineTrack[] = [];
    let index = 0;
    let url = '';
    let start: number | null = null;
    /** Kept here, as the element forgets it when a file fails. */
    let wanted = false;
    /** Reported already: a rejected play with the same error is not reported again. */
    let reported: PlayableElement['error'] = null;
    const settings = createSettings(element);
    let mayChange = true;
    let isUntried = false;
    /** Where a reported stall was last seen, and what has played since. */
    let stall: { readonly at: number; readonly played: number } | null = null;
    const nextFile = createNextFile(media);

    let callOffWatch = () => {};

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
      if (source !== 'files') return;
      nextFile.follow(tracks, index, currentTime, element.playbackRate);
      nextFile.awaitEnd(leftToEnd, begin);
    }

    function reportStall() {
      stall = { at: element.currentTime, played: 0 };
      report({ type: 'engine.stalled' });
    }

    /** After quick seeks WebKit's element may play without its data, and without `playing`. */
    function noticeSound() {
      if (stall === null || start !== null || element.paused || element.seeking) return;
      const { currentTime, playbackRate } = element;
      const step = currentTime - stall.at;
      const isPlayed = step > 0 && step <= MAX_STEP_S * playbackRate;
      stall = { at: currentTime, played: isPlayed ? stall.played + step : 0 };
      if (stall.played < HEARD_S) return;
      stall = null;
      watch();
      report({ type: 'engine.started' });
    }

    function leftToEnd(): number | null {
      const goesOn = mayChange && wanted && start === null && !element.paused && !element.seeking;
      return goesOn ? (element.duration - element.currentTime) / element.playbackRate : null;
    }

    function begin(next: PlayableElement) {
      settings.applyTo(next);
      next.play().catch((cause: unknown) => {
        if (!(cause instanceof DOMException && cause.name === 'NotAllowedError')) return;
        mayChange = false;
        nextFile.holdBack();
      });
    }

    function open(position: TrackPosition, playing: boolean) {
      const track = tracks[position.index];
      if (!track) return;
      nextFile.holdBack();
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
      settings.applyRate();
      wanted = playing;
      if (playing) play();
    }

    function play() {
      wanted = true;
      const address = url;
      element.play().catch((cause: unknown) => {
        const name = cause instanceof DOMException ? cause.name : '';
        if (name === 'AbortError' || url !== address || tracks.length === 0 || hasEnded) return;
        if (name === 'NotAllowedError' && isUntried) {
          isUntried = false;
          mayChange = false;
          const time = element.currentTime;
          changeTo(media.preload(url), false);
          open({ index, time }, wanted);
        } else if (name === 'NotAllowedError') {
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
      if (element.error) console.info(`The audio element failed with code ${element.error.code}: ${failure}`);
      report({ type: 'engine.failed', failure, time: now() });
    }

    function changeTo(file: PreparedFile, playing: boolean) {
      listening.abort();
      ({ element } = file);
      stall = null;
      file.take();
      listen();
      settings.moveTo(element);
      if (playing) play();
    }

    function watch(last = element.currentTime, isSecond = false) {
      callOffWatch();
      callOffWatch = media.wait(WATCH_MS, () => {
        const { currentTime, paused, seeking, readyState, error } = element;
        if (tracks.length === 0 || paused || seeking || start !== null || stall !== null || error) return;
        if (currentTime !== last) return watch();
        if (readyState < CAN_PLAY) return reportStall();
        console.info(`The sound stands still at ${currentTime} s`);
        if (isSecond) return open({ index, time: currentTime }, wanted);
        element.currentTime = currentTime;
        watch(currentTime, true);
      });
    }

    function seek(time: number) {
      const position = toTrackPosition(tracks, time);
      if (!position) return;
      tick();
      nextFile.holdBack();
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
        nextFile.letGo();
        settings.applyRate();
        report({ type: 'engine.loaded' });
        report({ type: 'engine.seeked', time: now() });
      },
      timeupdate() {
        tick();
        noticeSound();
      },
      play() {
        if (element.readyState < CAN_PLAY) reportStall();
      },
      playing() {
        isUntried = false;
        tick();
        stall = null;
        watch();
        if (!element.paused) report({ type: 'engine.started' });
      },
      waiting() {
        if (!element.paused) reportStall();
      },
      seeked() {
        if (start === null) report({ type: 'engine.seeked', time: now() });
      },
      pause() {
        // The browser also pauses after an end or error.
        if (element.ended || element.error) return;
        nextFile.holdBack();
        wanted = false;
        report({ type: 'engine.paused', reason: 'requested' });
      },
      ended() {
        tick();
        const next = nextIndex(tracks, index);
        const isWanted = wanted;
        wanted = false;
        if (next === -1) return report({ type: 'engine.ended' });
        const file = mayChange ? nextFile.take(tracks[next]?.url ?? '') : null;
        if (file) {
          index = next;
          url = tracks[next]?.url ?? '';
          const sounds = !file.element.paused;
          isUntried = !sounds;
          changeTo(file, isWanted);
          if (sounds) report({ type: 'engine.started' });
        } else open({ index: next, time: 0 }, isWanted);
        if (!isWanted) report({ type: 'engine.paused', reason: 'requested' });
      },
      error() {
        if (!FAILURES[element.error?.code ?? 0]) return;
        const isStale = url !== tracks[index]?.url;
        if (isStale) open({ index, time: now() - (tracks[index]?.startOffset ?? 0) }, wanted);
        else fail();
      },
    };
    function listen() {
      listening = new AbortController();
      for (const [type, handler] of Object.entries(handlers)) {
        element.addEventListener(type, () => tracks.length > 0 && handler(), { signal: listening.signal });
      }
    }
    listen();

    // Savers register later, so they read this position.
    const ends = [page.onHide(tick), page.onVisibilityChange(tick)];

    receive((command) => {
      switch (command.type) {
        case 'engine.load': {
          tracks = command.tracks;
          const position = toTrackPosition(tracks, Math.min(command.time, totalDuration(tracks)));
          if (!position) return report({ type: 'engine.failed', failure: 'unsupported', time: command.time });
          settings.setGain(1);
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
          settings.setGain(1);
          return play();
        case 'engine.pause':
          nextFile.holdBack();
          wanted = false;
          return element.pause();
        case 'engine.seek':
          return seek(command.time);
        case 'engine.setRate':
          tick();
          return settings.setRate(command.rate);
        case 'engine.setVolume':
          return settings.setVolume(command.volume);
        case 'engine.setGain':
          return settings.setGain(command.gain);
      }
    });

    return () => {
      if (!readPlayhead(input.playhead).hasEnded) tick();
      hasEnded = true;
      listening.abort();
      callOffWatch();
      ends.forEach((end) => end());
      unload();
    };
  });
}

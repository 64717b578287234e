import { fromCallback } from 'xstate';
import { getPorts } from '../../app/ports.ts';
import type { PlayheadRef } from '../playhead.actor.ts';
import { toItemTime, toTrackPosition, totalDuration, type TrackPosition } from '../player.logic.ts';
import type { EngineCommand, EngineFailure, EngineReport, EngineTrack } from './engine.protocol.ts';

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
export const html5Engine = fromCallback<EngineCommand, EngineInput>(({ input, receive, sendBack, system }) => {
  const { media } = getPorts(system);
  const element = media.element();
  const listening = new AbortController();
  const report = (event: EngineReport) => sendBack(event);
  let tracks: readonly EngineTrack[] = [];
  let index = 0;
  let url = '';
  /** Second of the file to begin at, until the element is there. */
  let start: number | null = null;
  let rate = 1;

  const now = () => toItemTime(tracks, { index, time: start ?? element.currentTime });

  function tick() {
    if (tracks.length === 0 || start !== null || element.seeking) return;
    const { currentTime } = element;
    const end = bufferedEnd(element.buffered, currentTime);
    const bufferedTo = toItemTime(tracks, { index, time: end });
    input.playhead.send({ type: 'engine.time', time: now(), bufferedEnd: bufferedTo, rate: element.playbackRate, at: media.now() });
  }

  function open(position: TrackPosition, playing: boolean) {
    const track = tracks[position.index];
    if (!track) return;
    index = position.index;
    url = track.url;
    start = position.time;
    element.src = url;
    element.load();
    if (start > 0) element.currentTime = start;
    applyRate();
    if (playing) play();
  }

  function play() {
    element.play().catch((cause: unknown) => {
      if (cause instanceof DOMException && cause.name === 'NotAllowedError') report({ type: 'engine.paused', reason: 'blocked' });
    });
  }

  function applyRate() {
    element.defaultPlaybackRate = rate;
    if (element.playbackRate !== rate) element.playbackRate = rate;
  }

  function seek(time: number) {
    const position = toTrackPosition(tracks, time);
    if (!position) return;
    tick();
    const playing = !element.paused;
    input.playhead.send({ type: 'engine.moved', time: toItemTime(tracks, position) });
    if (position.index !== index) return open(position, playing);
    if (start !== null) start = position.time;
    element.currentTime = position.time;
  }

  function unload() {
    tracks = [];
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
      applyRate();
      report({ type: 'engine.ready' });
      report({ type: 'engine.seeked', time: now() });
    },
    timeupdate: tick,
    play() {
      if (element.readyState < CAN_PLAY) report({ type: 'engine.waiting' });
    },
    playing() {
      tick();
      report({ type: 'engine.playing' });
    },
    waiting() {
      if (!element.paused) report({ type: 'engine.waiting' });
    },
    seeked() {
      if (start === null) report({ type: 'engine.seeked', time: now() });
    },
    pause() {
      if (!element.ended) report({ type: 'engine.paused', reason: 'asked' });
    },
    ended() {
      tick();
      const next = tracks.findIndex((track, at) => at > index && track.duration > 0);
      if (next === -1) report({ type: 'engine.ended' });
      else open({ index: next, time: 0 }, true);
    },
    error() {
      const failure = FAILURES[element.error?.code ?? 0];
      if (!failure) return;
      const time = now();
      const isStale = url !== tracks[index]?.url;
      if (isStale) open({ index, time: time - (tracks[index]?.startOffset ?? 0) }, !element.paused);
      else report({ type: 'engine.failed', failure, time });
    },
  };
  for (const [type, handler] of Object.entries(handlers)) {
    element.addEventListener(type, () => tracks.length > 0 && handler(), { signal: listening.signal });
  }

  receive((command) => {
    switch (command.type) {
      case 'engine.load': {
        tracks = command.tracks;
        const position = toTrackPosition(tracks, Math.min(command.time, totalDuration(tracks)));
        if (!position) return report({ type: 'engine.failed', failure: 'unsupported', time: command.time });
        input.playhead.send({ type: 'engine.moved', time: toItemTime(tracks, position) });
        return open(position, command.playing);
      }
      case 'engine.readdress':
        tracks = command.tracks;
        return;
      case 'engine.play':
        return play();
      case 'engine.pause':
        return element.pause();
      case 'engine.seek':
        return seek(command.time);
      case 'engine.setRate':
        tick();
        rate = command.rate;
        return applyRate();
      case 'engine.setVolume':
        if (element.volume !== command.volume) element.volume = command.volume;
        return;
      case 'engine.unload':
        tick();
        return unload();
    }
  });

  return () => {
    listening.abort();
    unload();
  };
});

function bufferedEnd(ranges: { readonly length: number; start(index: number): number; end(index: number): number }, time: number): number {
  for (let range = 0; range < ranges.length; range += 1) {
    if (ranges.start(range) <= time && ranges.end(range) >= time) return ranges.end(range);
  }
  return time;
}

import { fromCallback } from 'xstate';
import type { CastStatus } from '../../../../services/cast-sender.ts';
import type { NowPlaying } from '../../../../services/media-session.ts';
import { getPorts } from '../../../kit/ports.ts';
import { readPlayhead } from '../playhead.actor.ts';
import { toItemTime, toTrackPosition, totalDuration, type TrackPosition } from '../player.logic.ts';
import type { EngineInput } from './element.engine.ts';
import type { EngineCommand, EngineReport, EngineTrack } from './engine.protocol.ts';

export interface CastEngineInput extends EngineInput {
  readonly shown: NowPlaying;
}

/** In seconds: a seek of the receiver counts as done within this. */
const REACHED_S = 2;
/** After this many reports from before a seek, the receiver's position counts. */
const STALE_WORDS = 3;

/**
 * Plays files on a receiver, which advances by itself. Its volume changes only when the listener sets it here; fades
 * are not sent.
 */
export const castEngine = fromCallback<EngineCommand, CastEngineInput>(({ input, receive, sendBack, system }) => {
  const { baseUrl, cast, media } = getPorts(system);
  const sender = cast.sender();
  const report = (event: EngineReport) => sendBack(event);
  let tracks: readonly EngineTrack[] = [];
  let index = 0;
  let time = 0;
  let state: CastStatus['state'] | 'loading' = 'loading';
  let wanted = false;
  let volume: number | null = null;
  let rate: number | null = null;
  let loads = 0;
  let target: { readonly time: number; words: number } | null = null;

  const now = () => toItemTime(tracks, { index, time });

  function tick(rate: number): void {
    input.playhead.send({ type: 'engine.ticked', time: now(), bufferedEnd: now(), rate, at: media.now() });
  }

  function fail(): void {
    report({ type: 'engine.failed', failure: 'receiver', time: now() });
  }

  function open(position: TrackPosition, playing: boolean): void {
    ({ index, time } = position);
    state = 'loading';
    wanted = playing;
    target = null;
    loads += 1;
    const own = loads;
    if (playing) report({ type: 'engine.stalled' });
    if (!sender) return fail();
    sender.load({ ...reachable(tracks, input.shown, baseUrl), index, time, isPlaying: playing }).then(
      () => {
        if (own !== loads) return;
        report({ type: 'engine.loaded' });
        report({ type: 'engine.seeked', time: now() });
        if (wanted !== playing) (wanted ? sender.play : sender.pause)();
      },
      (cause: unknown) => {
        if (own !== loads) return;
        console.warn('The receiver refused to play', cause);
        fail();
      },
    );
  }

  function isStale(status: CastStatus): boolean {
    if (!target) return false;
    target.words += 1;
    if (Math.abs(status.time - target.time) > REACHED_S && target.words <= STALE_WORDS) return true;
    target = null;
    time = status.time;
    report({ type: 'engine.seeked', time: now() });
    return false;
  }

  function follow(status: CastStatus): void {
    if (tracks.length === 0) return;
    if (status.state === 'playing' || status.state === 'paused') {
      if (!isStale(status)) {
        ({ index, time } = status);
        tick(status.rate);
      }
    }
    if (status.state === state) return;
    state = status.state;
    switch (status.state) {
      case 'playing':
        wanted = true;
        return report({ type: 'engine.started' });
      case 'waiting':
        return report({ type: 'engine.stalled' });
      case 'paused':
      case 'stopped':
        wanted = false;
        return report({ type: 'engine.paused', reason: 'requested' });
      case 'finished':
        return goOn();
      case 'failed':
        return fail();
    }
  }

  /** A receiver gets long track lists in parts. */
  function goOn(): void {
    const next = tracks.findIndex((track, at) => at > index && track.duration > 0);
    time = tracks[index]?.duration ?? time;
    tick(1);
    if (next === -1) return report({ type: 'engine.ended' });
    open({ index: next, time: 0 }, true);
  }

  function seek(itemTime: number): void {
    const position = toTrackPosition(tracks, itemTime);
    if (!position) return;
    input.playhead.send({ type: 'engine.moved', time: toItemTime(tracks, position), at: media.now() });
    const isThere = state === 'playing' || state === 'paused' || state === 'waiting';
    if (!isThere || position.index !== index) return open(position, wanted);
    time = position.time;
    target = { time, words: 0 };
    sender?.seek(time);
  }

  const end = sender?.onStatus(follow);

  receive((command) => {
    switch (command.type) {
      case 'engine.load': {
        tracks = command.tracks;
        const position = toTrackPosition(tracks, Math.min(command.time, totalDuration(tracks)));
        if (!position) return fail();
        input.playhead.send({ type: 'engine.moved', time: toItemTime(tracks, position), at: media.now() });
        return open(position, command.playing);
      }
      case 'engine.replaceTrackUrls':
        tracks = command.tracks;
        return open({ index, time }, wanted);
      case 'engine.restartStream':
        return state === 'waiting' ? open({ index, time }, wanted) : undefined;
      case 'engine.play':
        wanted = true;
        if (state === 'finished' || state === 'stopped' || state === 'failed') return open({ index, time }, true);
        return state === 'loading' ? undefined : sender?.play();
      case 'engine.pause':
        wanted = false;
        return state === 'loading' ? undefined : sender?.pause();
      case 'engine.seek':
        return seek(command.time);
      case 'engine.setRate':
        if (rate !== command.rate) sender?.setRate(command.rate);
        rate = command.rate;
        return undefined;
      case 'engine.setVolume':
        if (volume !== null && volume !== command.volume) sender?.setVolume(command.volume);
        volume = command.volume;
        return undefined;
      case 'engine.setGain':
        return undefined;
    }
  });

  return () => {
    end?.();
    loads += 1;
    if (!readPlayhead(input.playhead).hasEnded && state === 'playing') tick(1);
    sender?.stop();
  };
});

/** With whole URLs: the receiver has no page. */
function reachable(tracks: readonly EngineTrack[], shown: NowPlaying, baseUrl: string) {
  const whole = (url: string) => new URL(url, baseUrl).href;
  return {
    tracks: tracks.map(({ url, mimeType, duration }) => ({ url: whole(url), mimeType, duration })),
    shown: { ...shown, artwork: shown.artwork.map((image) => ({ ...image, url: whole(image.url) })) },
  };
}

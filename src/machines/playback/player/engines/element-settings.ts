import type { PlayableElement } from '../../../../services/media-element.ts';

export interface ElementSettings {
  applyTo(element: PlayableElement): void;
  moveTo(element: PlayableElement): void;
  /** Loading a file resets the element's rate. */
  applyRate(): void;
  setRate(rate: number): void;
  setVolume(volume: number): void;
  setGain(share: number): void;
}

export function createSettings(first: PlayableElement): ElementSettings {
  let element = first;
  let rate = 1;
  let volume = element.volume;
  let gain = 1;
  const applyRate = (to = element) => {
    to.defaultPlaybackRate = rate;
    if (to.playbackRate !== rate) to.playbackRate = rate;
  };
  const applyVolume = (to = element) => {
    const loudness = volume * gain;
    if (to.volume !== loudness) to.volume = loudness;
    // Where a page can't set the volume it can still mute.
    if (to.muted !== (loudness === 0)) to.muted = loudness === 0;
  };
  const applyTo = (to: PlayableElement) => {
    applyRate(to);
    applyVolume(to);
  };
  return {
    applyTo,
    moveTo(next) {
      element = next;
      applyTo(next);
    },
    applyRate: () => applyRate(),
    setRate(wanted) {
      rate = wanted;
      applyRate();
    },
    setVolume(wanted) {
      volume = wanted;
      applyVolume();
    },
    setGain(share) {
      gain = share;
      applyVolume();
    },
  };
}

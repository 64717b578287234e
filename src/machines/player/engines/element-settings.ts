import type { PlayableElement } from '../../../services/media-element.ts';

/** Speed and loudness, which hold over files and elements. */
export interface ElementSettings {
  /** Another element plays too. */
  applyTo(element: PlayableElement): void;
  /** Another element plays from now on. */
  moveTo(element: PlayableElement): void;
  /** A file that was loaded has its own speed. */
  applyRate(): void;
  setRate(rate: number): void;
  /** @param volume 0 to 1 */
  setVolume(volume: number): void;
  /** @param share of the volume that sounds, 0 to 1 */
  setGain(share: number): void;
}

/** The settings of this element: speed 1, and as loud as it is. */
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

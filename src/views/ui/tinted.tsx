import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps } from 'react';

/** A part washed in the colour of its first picture. The theme decides its lightness, and so the contrast. */
export function Tinted({ className = '', ...rest }: ComponentProps<'section'>) {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const picture = element.querySelector('img');
      if (!picture?.complete || picture.naturalWidth === 0) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        const tint = tintOf(picture);
        if (!tint) return;
        element.style.setProperty('--tint-hue', String(tint.hue));
        element.style.setProperty('--tint-strength', String(tint.strength));
        element.dataset['tint'] = 'known';
      }, TINT_DELAY_MS);
    };
    look();
    element.addEventListener('load', look, { capture: true });
    return () => {
      clearTimeout(waiting);
      element.removeEventListener('load', look, { capture: true });
    };
  }, []);
  return <section {...rest} ref={place} className={`tinted ${className}`} />;
}

/** After the first covers are painted, in ms. */
const TINT_DELAY_MS = 150;

interface Tint {
  /** OKLCH hue in degrees. */
  readonly hue: number;
  /** 0 (grey) to 1 (full colour). */
  readonly strength: number;
}

/** A picture is scaled down to this many pixels on each side. */
const SIDE = 12;
/** Mean OKLab chroma that counts as full colour. */
const FULL = 0.07;

/** The mean colour of a picture of the same origin; null without OffscreenCanvas. */
function tintOf(picture: HTMLImageElement): Tint | null {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const canvas = new OffscreenCanvas(SIDE, SIDE).getContext('2d', { willReadFrequently: true });
  if (!canvas) return null;
  canvas.drawImage(picture, 0, 0, SIDE, SIDE);
  return meanTint(canvas.getImageData(0, 0, SIDE, SIDE).data);
}

/** `pixels`: red, green, blue, alpha in 0..255. */
export function meanTint(pixels: ArrayLike<number>): Tint {
  let [a, b, count] = [0, 0, 0];
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue;
    const [red, green, blue] = [linear(pixels[at]), linear(pixels[at + 1]), linear(pixels[at + 2])];
    const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    a += 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    b += 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
    count += 1;
  }
  if (count === 0) return { hue: 0, strength: 0 };
  const hue = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  return { hue: (hue + 360) % 360, strength: Math.min(1, Math.round((Math.hypot(a, b) / count / FULL) * 100) / 100) };
}

function linear(value = 0): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps } from 'react';
import { tintOf } from './tint.ts';

/** A section washed in the colour of its first picture. The theme decides its lightness, and so the contrast. */
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

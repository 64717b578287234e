import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps } from 'react';
import { tintOf } from './tint.ts';

/**
 * A section with a soft wash in the colour of the first picture in it. Only hue and strength come from the picture: the
 * theme decides how light it is, and so the contrast of text on it.
 */
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

/** The first covers are painted before that, in ms. */
const TINT_DELAY_MS = 150;

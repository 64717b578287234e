import type { SyntheticEvent } from 'react';
import { useDomStore } from './dom-store.ts';
import { useMayLoad } from './picture-gate.ts';

export interface ContainedImageProps {
  src: string;
  /** The same picture for screens with two device pixels per pixel or more. */
  src2x?: string | undefined;
  alt: string;
  /** Size in CSS pixels; the browser reserves it. */
  width: number;
  height: number;
  /** Whether a picture of this ratio (height by width) is shown whole, over its own blur, instead of cropped. */
  isOdd: (ratio: number) => boolean;
  /** 'high' for pictures in view when the page opens; others load when they come near the window. */
  priority?: 'high' | 'auto' | 'low' | undefined;
  /** Shown when the picture does not load. */
  fallback: React.ReactNode;
}

/**
 * A picture that fills its box, or is shown whole over its own blur when its shape is too different. Key it by `src`.
 * It does not load while a list scrolls fast (see `PictureGate`).
 */
export function ContainedImage({
  src,
  src2x,
  alt,
  width,
  height,
  isOdd,
  priority = 'auto',
  fallback,
}: ContainedImageProps) {
  const [state, store] = useDomStore<'fills' | 'odd' | 'broken'>('fills');
  const mayLoad = useMayLoad();
  if (!mayLoad) return null;
  if (state === 'broken') return fallback;
  const measure = (event: SyntheticEvent<HTMLImageElement>) => {
    const { naturalWidth, naturalHeight } = event.currentTarget;
    if (naturalWidth > 0 && isOdd(naturalHeight / naturalWidth)) store.write('odd');
  };
  return (
    <>
      {state === 'odd' && (
        <img
          src={src}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-125 object-cover opacity-60 blur-lg"
        />
      )}
      <img
        src={src}
        srcSet={src2x ? `${src} 1x, ${src2x} 2x` : undefined}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        loading={priority === 'high' ? 'eager' : 'lazy'}
        fetchPriority={priority}
        draggable={false}
        onLoad={measure}
        onError={() => store.write('broken')}
        className={state === 'odd' ? 'relative size-full object-contain' : 'size-full object-cover'}
      />
    </>
  );
}

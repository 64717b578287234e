import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import type { SyntheticEvent } from 'react';
import { createDomStore, type DomStore, useDomStore } from './dom-store.ts';

/** Whether pictures below may load. A list closes it while it scrolls too fast to look at them. */
export const PictureGate = createContext<DomStore<boolean>>(createDomStore(true));

/** Whether the gate is open, or was open since the picture mounted. */
function useMayLoad(): boolean {
  const gate = useContext(PictureGate);
  const mayLoad = useRef(false);
  return useSyncExternalStore(gate.subscribe, () => (mayLoad.current ||= gate.read()));
}

interface ContainedImageProps {
  src: string;
  src2x?: string | undefined;
  alt: string;
  /** CSS pixels; the browser reserves them. */
  width: number;
  height: number;
  isOdd: (ratio: number) => boolean;
  /** 'high' for pictures in view when the page opens; others load near the window. */
  priority?: 'high' | 'auto' | 'low' | undefined;
  fallback: React.ReactNode;
}

/** A picture that fills its box, or stands whole over its own blur. Key it by `src`. It waits for the `PictureGate`. */
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

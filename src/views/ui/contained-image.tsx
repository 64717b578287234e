import { createContext, useContext, useRef, useState, useSyncExternalStore } from 'react';
import type { SyntheticEvent } from 'react';

/** Whether pictures may load. */
export interface PictureGate {
  isOpen: () => boolean;
  set: (isOpen: boolean) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createPictureGate(): PictureGate {
  const listeners = new Set<() => void>();
  let open = true;
  return {
    isOpen: () => open,
    set(isOpen) {
      if (isOpen === open) return;
      open = isOpen;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Of the pictures below. A list closes it while it scrolls too fast to look at them. */
export const PictureGateContext = createContext(createPictureGate());

/** Whether the gate is open, or was open since the picture mounted. */
function useMayLoad(): boolean {
  const gate = useContext(PictureGateContext);
  const mayLoad = useRef(false);
  return useSyncExternalStore(gate.subscribe, () => (mayLoad.current ||= gate.isOpen()));
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
  const [state, setState] = useState<'fills' | 'odd' | 'broken'>('fills');
  const mayLoad = useMayLoad();
  if (!mayLoad) return null;
  if (state === 'broken') return fallback;
  const measure = (event: SyntheticEvent<HTMLImageElement>) => {
    const { naturalWidth, naturalHeight } = event.currentTarget;
    if (naturalWidth > 0 && isOdd(naturalHeight / naturalWidth)) setState('odd');
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
        onError={() => setState('broken')}
        className={state === 'odd' ? 'relative size-full object-contain' : 'size-full object-cover'}
      />
    </>
  );
}

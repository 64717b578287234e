import { type SyntheticEvent, useCallback, useState } from 'react';

/** Of the element that gets the second as its ref, in CSS pixels. */
export function useWidth() {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measure] as const;
}

/** The size of a picture in its own pixels, or that it can't be shown. Pass the handlers to the picture. */
export function useNaturalSize() {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  return {
    size,
    isBroken,
    onLoad({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) {
      setIsBroken(false);
      setSize({ width: naturalWidth, height: naturalHeight });
    },
    onError: () => setIsBroken(true),
  };
}

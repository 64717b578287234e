import { useSelector } from '@xstate/react';
import { selectCurrentLibrary } from '../../machines/account/libraries/libraries.selectors.ts';
import { useActorRefOf, useApp } from '../app/actors-context.tsx';
import type { CoverAspect } from '../ui/cover-shape.ts';
import { selectUrls } from '../../machines/app/app.selectors.ts';
import { authorSources, coverSources } from '../../machines/app/pictures.logic.ts';

/** The current library; null until the list has loaded. */
export function useCurrentLibrary() {
  return useSelector(useActorRefOf('libraries'), selectCurrentLibrary);
}

/** Setting 0 is 1.6 to 1, all others are square. */
export function useCoverAspect(): CoverAspect {
  return useCurrentLibrary()?.settings.coverAspectRatio === 0 ? 'book' : 'square';
}

/** Addresses of covers and author pictures, for a width in CSS pixels. */
export function usePictures() {
  const urls = selectUrls(useApp().getSnapshot());
  return {
    coverOf: (item: Parameters<typeof coverSources>[1], width: number) => coverSources(urls, item, width),
    portraitOf: (author: Parameters<typeof authorSources>[1], width: number) => authorSources(urls, author, width),
  };
}

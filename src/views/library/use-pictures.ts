import { authorSources, coverSources, selectUrls } from '../../machines/app/urls.selectors.ts';
import { useApp } from '../app/actors-context.tsx';

/** Addresses of covers and author pictures in the size shown. */
export function usePictures() {
  const urls = selectUrls(useApp().getSnapshot());
  return {
    coverOf: (item: Parameters<typeof coverSources>[1], width: number) => coverSources(urls, item, width),
    portraitOf: (author: Parameters<typeof authorSources>[1], width: number) => authorSources(urls, author, width),
  };
}

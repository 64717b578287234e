import { selectUrls } from '../../machines/app/app.selectors.ts';
import { authorSources, coverSources } from '../../machines/app/pictures.logic.ts';
import { useApp } from '../app/actors-context.tsx';

/** Addresses of covers and author pictures, for a width in CSS pixels. */
export function usePictures() {
  const urls = selectUrls(useApp().getSnapshot());
  return {
    coverOf: (item: Parameters<typeof coverSources>[1], width: number) => coverSources(urls, item, width),
    portraitOf: (author: Parameters<typeof authorSources>[1], width: number) => authorSources(urls, author, width),
  };
}

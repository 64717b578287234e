import { useSelector } from '@xstate/react';
import { selectShowsSubtitles } from '../../machines/preferences/preferences.selectors.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

export function useShownSubtitle(): (item: LibraryItemMinified) => string | undefined {
  const isShown = useSelector(useActorRefOf('preferences'), selectShowsSubtitles);
  return isShown ? subtitleOf : noSubtitle;
}

const subtitleOf = (item: LibraryItemMinified) =>
  item.mediaType === 'book' && !item.collapsedSeries ? item.media.metadata.subtitle || undefined : undefined;
const noSubtitle = () => undefined;

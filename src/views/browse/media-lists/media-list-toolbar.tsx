import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { MediaListRef } from '../../../machines/browse/media-lists/media-list.machine.ts';
import { selectKind, selectMediaList } from '../../../machines/browse/media-lists/media-list.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { TrailToolbar } from '../../shared/trail-toolbar.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';

export function MediaListToolbar() {
  const t = useTranslations();
  const library = useCurrentLibrary();
  const page = usePageRef<MediaListRef>();
  const isCollection = useSelector(page, selectKind) === 'collection';
  const list = useSelector(page, selectMediaList);
  return (
    <TrailToolbar
      back={
        library && {
          to: { name: isCollection ? 'libraryCollections' : 'libraryPlaylists', libraryId: library.id },
          text: t(isCollection ? 'collections.title' : 'playlists.title'),
        }
      }
      name={list?.name ?? null}
    />
  );
}

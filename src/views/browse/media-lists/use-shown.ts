import { useSelector } from '@xstate/react';
import type { MediaListRef } from '../../../machines/browse/media-lists/media-list.machine.ts';
import { selectArrangement, shownOf } from '../../../machines/browse/media-lists/media-list.selectors.ts';
import type { ListEntry, MediaList } from '../../../machines/browse/media-lists/media-list.logic.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';

export function useShown(list: MediaList): readonly ListEntry[] {
  const arrangement = useSelector(usePageRef<MediaListRef>(), selectArrangement);
  return useSelector(useActorRefOf('progress'), ({ context }) => shownOf(list.entries, arrangement, context.entries));
}

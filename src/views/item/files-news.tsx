import { useSelector } from '@xstate/react';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { isPartOpen, selectItemFiles } from '../../machines/item/item.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { chunk } from '../ui/chunk.tsx';

const news = chunk(async () => (await import('../item-edit/item-files.tsx')).ItemFilesNews);

/** News about files, and one opened file; loads with the first list of files that opens. */
export function FilesNews() {
  const page = usePageRef<ItemRef>();
  const tab = useSelector(page, selectItemFiles);
  const hasEbooks = useSelector(page, isPartOpen('ebooks'));
  const hasTracks = useSelector(page, isPartOpen('tracks'));
  const hasFiles = useSelector(page, isPartOpen('files'));
  return tab && (hasEbooks || hasTracks || hasFiles) ? <news.View tab={tab} /> : null;
}

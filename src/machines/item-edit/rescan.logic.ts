import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

/** Whether an item has a folder of its own, which can be read again (areas 19.1). */
export const hasFolder = ({ isFile }: LibraryItemExpanded): boolean => !isFile;
/** Whether that folder is there, too. */
export const mayRescan = (item: LibraryItemExpanded): boolean => hasFolder(item) && !item.isMissing;

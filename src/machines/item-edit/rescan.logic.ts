import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

/** Only items with a folder of their own can be rescanned. */
export const hasFolder = ({ isFile }: LibraryItemExpanded): boolean => !isFile;
/** Also false for a missing folder. */
export const mayRescan = (item: LibraryItemExpanded): boolean => hasFolder(item) && !item.isMissing;

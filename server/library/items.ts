import type { Store } from '../store/index.ts';
import type { ItemService } from './items.types.ts';

/** Library items for the other areas. */
export function createItemService(_store: Store): ItemService {
  return {
    access: () => undefined,
    expanded: () => undefined,
    minified: () => undefined,
    visibleIds: () => [],
    playable: () => undefined,
    episode: () => undefined,
  };
}

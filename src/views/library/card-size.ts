import { useSelector } from '@xstate/react';
import { selectCoverSize } from '../../machines/preferences/preferences.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { COVER_RATIO } from '../ui/cover.tsx';
import type { CoverAspect } from '../ui/cover.tsx';
import { useIsPhone } from '../ui/phone.ts';

/** On phones two square covers fit side by side. */
const PHONE_SCALE = 0.78;
/** Shelves of the start page are more compact than the library (look.md). */
const SHELF_SCALE = 0.8;

/**
 * Width of a cover in CSS pixels (CON-013, CON-014): the size of the preferences for books of 1 by 1.6, and
 * 1.6 times that for square covers, so that both are equally high.
 */
export function useCardWidth(aspect: CoverAspect, place: 'grid' | 'shelf'): number {
  const size = useSelector(useActorRefOf('preferences'), selectCoverSize);
  const scale = (useIsPhone() ? PHONE_SCALE : 1) * (place === 'shelf' ? SHELF_SCALE : 1);
  return Math.round((size * scale * COVER_RATIO.book) / COVER_RATIO[aspect]);
}

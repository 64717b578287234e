import { useSelector } from '@xstate/react';
import { selectCoverSize } from '../../machines/preferences/preferences.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { COVER_RATIO } from '../ui/cover.tsx';
import type { CoverAspect } from '../ui/cover.tsx';
import { CARD_TEXT_REM } from '../ui/media-card.tsx';
import { useIsPhone, useIsSmallPhone } from '../ui/phone.ts';

/** On phones two square covers stand side by side. */
const PHONE_SCALE = 0.78;
const SMALL_PHONE_SCALE = 0.65;
/**
 * Least width, in covers, of a card that shows several: two stand side by side on it, and shrink a little before it is
 * alone in its row.
 */
export const LEAST_COVERS = 1.75;
/** Shelves of Home are more compact than the bookshelf. */
const SHELF_SCALE = 0.8;

/**
 * Width of a cover in CSS pixels (CON-013, CON-014): the preferred cover size for covers of 1 by 1.6, and 1.6 times
 * that for square ones, so that both are equally high.
 */
export function useCardWidth(aspect: CoverAspect, place: 'grid' | 'shelf'): number {
  const size = useSelector(useActorRefOf('preferences'), selectCoverSize);
  const isPhone = useIsPhone();
  const isSmall = useIsSmallPhone();
  const scale = (isSmall ? SMALL_PHONE_SCALE : isPhone ? PHONE_SCALE : 1) * (place === 'shelf' ? SHELF_SCALE : 1);
  return cardWidthOf(size * scale, aspect);
}

/** Width of a cover in CSS pixels, where one of 1 by 1.6 has this width. */
export function cardWidthOf(size: number, aspect: CoverAspect): number {
  return Math.round((size * COVER_RATIO.book) / COVER_RATIO[aspect]);
}

/** Height of the text under a cover, in rem. */
export function useCardTextRem(): number {
  return CARD_TEXT_REM[useIsPhone() ? 'phone' : 'wide'];
}

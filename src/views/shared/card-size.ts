import { useSelector } from '@xstate/react';
import { selectCoverSize } from '../../machines/account/preferences/preferences.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { COVER_RATIO } from '../ui/cover-shape.ts';
import type { CoverAspect } from '../ui/cover-shape.ts';
import { CARD_TEXT_REM } from '../ui/media-card.tsx';
import { useIsPhone, useIsSmallPhone } from '../ui/media-query.ts';

/** On phones two square covers stand side by side. */
const PHONE_SCALE = 0.78;
const SMALL_PHONE_SCALE = 0.65;
/** Least width, in covers, of cards with several: two side by side shrink a little before one is alone in its row. */
export const LEAST_COVERS = 1.75;
const SHELF_SCALE = 0.8;

/** CSS pixels. The preferred size is for covers of 1 by 1.6, square ones get 1.6 times that: both are equally high. */
export function useCardWidth(aspect: CoverAspect, place: 'grid' | 'shelf'): number {
  const size = useSelector(useActorRefOf('preferences'), selectCoverSize);
  const isPhone = useIsPhone();
  const isSmall = useIsSmallPhone();
  const scale = (isSmall ? SMALL_PHONE_SCALE : isPhone ? PHONE_SCALE : 1) * (place === 'shelf' ? SHELF_SCALE : 1);
  return cardWidthOf(size * scale, aspect);
}

/** CSS pixels; `size`: width of a cover of 1 by 1.6. */
export function cardWidthOf(size: number, aspect: CoverAspect): number {
  return Math.round((size * COVER_RATIO.book) / COVER_RATIO[aspect]);
}

/** Rem. */
export function useCardTextRem(): number {
  return CARD_TEXT_REM[useIsPhone() ? 'phone' : 'wide'];
}

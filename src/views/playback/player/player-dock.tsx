import { useSelector } from '@xstate/react';
import { useDeferredValue } from 'react';
import {
  selectIsExpanded,
  selectIsPrefetched,
  selectIsShown,
  selectSheetRef,
} from '../../../machines/playback/player/player.selectors.ts';
import { selectOtherPlayer } from '../../../machines/app/tabs/other-player.selectors.ts';
import { useActorRefOf, useMenu } from '../../app/actors-context.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { useIsPhone } from '../../ui/media-query.ts';

// Loaded on hover of a play button: no page waits for them.
const playerBar = chunk(async () => (await import('./player-bar.tsx')).PlayerBar);
const miniPlayer = chunk(async () => (await import('./mini-player.tsx')).MiniPlayer);
const otherTabBar = chunk(async () => (await import('./other-tab-bar.tsx')).OtherTabBar);
const playerSheet = chunk(async () => (await import('./player-sheet.tsx')).PlayerSheet);

/** The player at the foot of the window; while it is closed, the player of another tab. */
export function PlayerDock() {
  const player = useActorRefOf('player');
  // In slices: requests and sound come between.
  const isShown = useDeferredValue(useSelector(player, selectIsShown));
  const isExpanded = useSelector(useSelector(player, selectSheetRef), selectIsExpanded);
  const isPhone = useIsPhone();
  const { open: showsChapters } = useMenu('player-chapters');
  const isPrefetched = useSelector(player, selectIsPrefetched);
  if (isPrefetched) void (isPhone ? miniPlayer : playerBar).preload();
  const isOpenElsewhere = useSelector(useActorRefOf('otherPlayer'), (state) => selectOtherPlayer(state) !== null);
  if (!isShown) return isOpenElsewhere ? <otherTabBar.View /> : null;
  const showsSheet = isExpanded || (isPhone && showsChapters);
  return (
    <>
      {isPhone ? <miniPlayer.View covered={showsSheet} /> : <playerBar.View covered={showsSheet} />}
      {showsSheet && <playerSheet.View />}
    </>
  );
}

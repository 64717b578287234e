import { useSelector } from '@xstate/react';
import { Suspense, lazy } from 'react';
import { selectIsExpanded, selectIsOpen, selectIsWarm } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { useIsPhone } from '../ui/phone.ts';

// The bars come when the pointer is on something to play: nobody has to wait for them to see a page.
const loadBar = () => import('./player-bar.tsx').then((module) => ({ default: module.PlayerBar }));
const loadMini = () => import('./mini-player.tsx').then((module) => ({ default: module.MiniPlayer }));
const PlayerBar = lazy(loadBar);
const MiniPlayer = lazy(loadMini);
const PlayerSheet = lazy(() => import('./player-sheet.tsx').then((module) => ({ default: module.PlayerSheet })));

/** The player at the foot of the window (PLR-001); on phones a small bar that opens a full-screen player. */
export function PlayerDock() {
  const player = useActorRefOf('player');
  const isOpen = useSelector(player, selectIsOpen);
  const isExpanded = useSelector(player, selectIsExpanded);
  const isPhone = useIsPhone();
  const isWarm = useSelector(player, selectIsWarm);
  if (isWarm) void (isPhone ? loadMini() : loadBar());
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      {isPhone ? <MiniPlayer /> : <PlayerBar />}
      {isPhone && isExpanded && <PlayerSheet />}
    </Suspense>
  );
}

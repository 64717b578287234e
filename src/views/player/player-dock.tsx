import { useSelector } from '@xstate/react';
import { Suspense, lazy } from 'react';
import { selectIsExpanded, selectIsOpen } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { useIsPhone } from '../ui/phone.ts';

// The bars come with the first thing played: nobody has to wait for them to see a page.
const PlayerBar = lazy(() => import('./player-bar.tsx').then((module) => ({ default: module.PlayerBar })));
const MiniPlayer = lazy(() => import('./mini-player.tsx').then((module) => ({ default: module.MiniPlayer })));
const PlayerSheet = lazy(() => import('./player-sheet.tsx').then((module) => ({ default: module.PlayerSheet })));

/** The player at the foot of the window (PLR-001); on phones a small bar that opens a full-screen player. */
export function PlayerDock() {
  const player = useActorRefOf('player');
  const isOpen = useSelector(player, selectIsOpen);
  const isExpanded = useSelector(player, selectIsExpanded);
  const isPhone = useIsPhone();
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      {isPhone ? <MiniPlayer /> : <PlayerBar />}
      {isPhone && isExpanded && <PlayerSheet />}
    </Suspense>
  );
}

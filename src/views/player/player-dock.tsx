import { useSelector } from '@xstate/react';
import { Suspense, lazy } from 'react';
import { selectIsExpanded, selectIsOpen } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { MiniPlayer } from './mini-player.tsx';
import { PlayerBar } from './player-bar.tsx';

const PlayerSheet = lazy(() => import('./player-sheet.tsx').then((module) => ({ default: module.PlayerSheet })));

/** The player at the foot of the window (PLR-001); on phones a small bar that opens a full-screen player. */
export function PlayerDock() {
  const player = useActorRefOf('player');
  const isOpen = useSelector(player, selectIsOpen);
  const isExpanded = useSelector(player, selectIsExpanded);
  const isPhone = useIsPhone();
  if (!isOpen) return null;
  if (!isPhone) return <PlayerBar />;
  return (
    <>
      <MiniPlayer />
      {isExpanded && <Suspense fallback={null}><PlayerSheet /></Suspense>}
    </>
  );
}

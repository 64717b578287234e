import { useSelector } from '@xstate/react';
import { selectIsExpanded, selectIsOpen, selectIsWarm } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { chunk } from '../ui/chunk.tsx';
import { useIsPhone } from '../ui/phone.ts';

// The bars come when the pointer is on something to play: nobody has to wait for them to see a page.
const playerBar = chunk(async () => (await import('./player-bar.tsx')).PlayerBar);
const miniPlayer = chunk(async () => (await import('./mini-player.tsx')).MiniPlayer);
const playerSheet = chunk(async () => (await import('./player-sheet.tsx')).PlayerSheet);

/** The player at the foot of the window (PLR-001); on phones a small bar that opens a full-screen player. */
export function PlayerDock() {
  const player = useActorRefOf('player');
  const isOpen = useSelector(player, selectIsOpen);
  const isExpanded = useSelector(player, selectIsExpanded);
  const isPhone = useIsPhone();
  const isWarm = useSelector(player, selectIsWarm);
  if (isWarm) void (isPhone ? miniPlayer : playerBar).preload();
  if (!isOpen) return null;
  return (
    <>
      {isPhone ? <miniPlayer.View /> : <playerBar.View />}
      {isPhone && isExpanded && <playerSheet.View />}
    </>
  );
}

import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectJumps } from '../../machines/playback/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { IconButton, type IconButtonProps } from '../ui/icon-button.tsx';
import { JumpIcon } from '../ui/player-icons.tsx';

interface JumpButtonProps extends Pick<IconButtonProps, 'round' | 'size' | 'tipSide'> {
  direction: 'back' | 'forward';
  iconSize?: number;
  /** The arrow key presses it wherever the focus is. */
  hasKey?: boolean;
  onPress: (seconds: number) => void;
}

/** Jumps by the seconds of the player's settings. */
export function JumpButton({ direction, iconSize = 24, hasKey = false, onPress, ...button }: JumpButtonProps) {
  const t = useTranslations('player');
  const seconds = useSelector(useActorRefOf('player'), (state) => selectJumps(state)[direction]);
  const isBack = direction === 'back';
  return (
    <IconButton
      {...button}
      label={t(isBack ? 'jumpBack' : 'jumpForward', { seconds })}
      icon={<JumpIcon seconds={seconds} direction={direction} size={iconSize} />}
      shortcut={hasKey ? (isBack ? 'ArrowLeft' : 'ArrowRight') : undefined}
      onClick={() => onPress(seconds)}
    />
  );
}

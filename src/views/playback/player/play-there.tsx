import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/icon-button.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';

export interface PlayThereProps {
  wantsSound: boolean;
  /** Whether Space does the same. Default true. */
  hasKey?: boolean | undefined;
  onPress: () => void;
}

export function PlayThere({ wantsSound, hasKey = true, onPress }: PlayThereProps) {
  const t = useTranslations('common');
  return (
    <IconButton
      round
      variant="accent"
      className="phone:size-11!"
      label={wantsSound ? t('pause') : t('play')}
      shortcut={hasKey ? 'Space' : undefined}
      tipSide="top"
      icon={<PlayIcon isPlaying={wantsSound} size={20} />}
      onClick={onPress}
    />
  );
}

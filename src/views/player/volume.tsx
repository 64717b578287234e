import { useSelector } from '@xstate/react';
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { selectVolume } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { formatPercent } from '../format/percent.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { VolumeSlider } from '../ui/volume-slider.tsx';

/**
 * Mute button and volume slider (PLR-012, PLR-013, PLR-081 to PLR-087), each in windows with room for it beside the
 * other controls of the bar. `whole`: there is room.
 */
export function Volume({ whole = false }: { whole?: boolean | undefined }) {
  const t = useTranslations('player');
  const locale = useLocale();
  const player = useActorRefOf('player');
  const volume = useSelector(player, selectVolume);
  const Icon = volume <= 0 ? VolumeX : volume <= 0.5 ? Volume1 : Volume2;
  return (
    <span className={cx('flex items-center xl:me-2', !whole && 'max-md:hidden')}>
      <IconButton
        label={volume <= 0 ? t('unmute') : t('mute')}
        icon={<Icon size={20} />}
        shortcut="M"
        tipSide="top"
        pressed={volume <= 0}
        onClick={() => player.send({ type: 'player.toggleMute' })}
      />
      <span className={cx(!whole && 'max-lg:hidden')}>
        <VolumeSlider
          label={t('volume')}
          value={volume}
          valueText={formatPercent(volume, locale)}
          onChange={(value) => player.send({ type: 'player.setVolume', volume: value })}
        />
      </span>
    </span>
  );
}

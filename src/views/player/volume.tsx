import { useSelector } from '@xstate/react';
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { selectVolume } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { formatPercent } from '../format/percent.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { VolumeSlider } from '../ui/volume-slider.tsx';

/** Mute button and slider, where there is room for them (PLR-012, PLR-013, PLR-081 to PLR-087). */
export function Volume() {
  const t = useTranslations('player');
  const locale = useLocale();
  const player = useActorRefOf('player');
  const volume = useSelector(player, selectVolume);
  const Icon = volume <= 0 ? VolumeX : volume <= 0.5 ? Volume1 : Volume2;
  return (
    <span className="flex items-center max-md:hidden xl:me-2">
      <IconButton label={volume <= 0 ? t('unmute') : t('mute')} icon={<Icon size={20} />} shortcut="M" tipSide="top" pressed={volume <= 0} onClick={() => player.send({ type: 'player.toggleMute' })} />
      <span className="max-xl:hidden"><VolumeSlider label={t('volume')} value={volume} valueText={formatPercent(volume, locale)} onChange={(value) => player.send({ type: 'player.setVolume', volume: value })} /></span>
    </span>
  );
}

import { useSelector } from '@xstate/react';
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { selectCapabilities } from '../../../machines/app/app.selectors.ts';
import { selectVolume } from '../../../machines/playback/player/player.selectors.ts';
import { useActorRefOf, useApp, useHoverMenu } from '../../app/actors-context.tsx';
import { formatPercent } from '../../format/amounts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useIsWide } from '../../ui/media-query.ts';
import { VolumeSlider } from '../../ui/slider.tsx';

/**
 * The slider stands beside the button where there is room, as always with `whole`; else above it on hover and focus.
 * Devices whose volume a page can't set have the button only.
 */
export function Volume({ whole = false }: { whole?: boolean | undefined }) {
  const isWide = useIsWide();
  const { setsVolume } = useSelector(useApp(), selectCapabilities);
  if (!setsVolume) return <MuteButton />;
  if (!whole && !isWide) return <VolumeWithMenu />;
  return (
    <span className="flex items-center xl:me-2">
      <MuteButton />
      <Slider />
    </span>
  );
}

function VolumeWithMenu() {
  const t = useTranslations('player');
  const { open, around } = useHoverMenu('player-volume');
  return (
    <span {...around} role="group" aria-label={t('volume')} className="relative flex items-center max-md:hidden">
      <MuteButton tip={null} />
      {open && (
        <span
          className="absolute inset-x-0 bottom-full z-1 grid justify-items-center rounded-lg border border-line bg-surface-1 py-4 shadow-overlay"
          onPointerDown={({ target, pointerId }) => target instanceof Element && target.setPointerCapture(pointerId)}
        >
          <Slider upright />
        </span>
      )}
    </span>
  );
}

function MuteButton({ tip }: { tip?: null }) {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const volume = useSelector(player, selectVolume);
  const Icon = volume <= 0 ? VolumeX : volume <= 0.5 ? Volume1 : Volume2;
  return (
    <IconButton
      label={volume <= 0 ? t('unmute') : t('mute')}
      icon={<Icon size={20} />}
      shortcut="M"
      tip={tip}
      tipSide="top"
      pressed={volume <= 0}
      onClick={() => player.send({ type: 'player.toggleMute' })}
    />
  );
}

function Slider({ upright }: { upright?: boolean }) {
  const t = useTranslations('player');
  const locale = useLocale();
  const player = useActorRefOf('player');
  const volume = useSelector(player, selectVolume);
  return (
    <VolumeSlider
      label={t('volume')}
      value={volume}
      valueText={formatPercent(volume, locale)}
      upright={upright}
      onChange={(value) => player.send({ type: 'player.setVolume', volume: value })}
    />
  );
}

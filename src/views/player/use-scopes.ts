import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { Scope } from '../../machines/player/item-settings.logic.ts';
import { selectNowPlaying } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

export function useScopes(): readonly { readonly value: Scope; readonly label: string }[] {
  const t = useTranslations('playerSettings');
  const isPodcast = useSelector(useActorRefOf('player'), (state) => selectNowPlaying(state)?.episodeId != null);
  return [
    { value: 'everywhere', label: t('everywhere') },
    { value: 'item', label: isPodcast ? t('thisPodcast') : t('thisBook') },
  ];
}

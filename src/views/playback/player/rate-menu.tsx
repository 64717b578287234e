import { useSelector } from '@xstate/react';
import { Minus, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Scope } from '../../../machines/playback/player/item-settings.logic.ts';
import { scopeOf } from '../../../machines/playback/player/item-settings.selectors.ts';
import {
  selectDuration,
  selectItemSettingsRef,
  selectPlayhead,
  selectRate,
  shownTime,
} from '../../../machines/playback/player/player.selectors.ts';
import { selectNowPlaying } from '../../../machines/playback/player/now-playing.logic.ts';
import { MAX_RATE, MIN_RATE, RATE_PRESETS } from '../../../machines/playback/player/player.logic.ts';
import { useActorRefOf, useMenu } from '../../app/actors-context.tsx';
import { useSheet } from '../../texts/use-sheet.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { MenuEntry } from '../../ui/menu-button.tsx';
import { leftInSteps, leftText } from '../../texts/time-text.ts';
import { useRateText } from '../../shared/value-text.ts';

/** Seconds while `isShown`; else 0, so that nothing rerenders during playback. */
function useLeft(isShown: boolean): number {
  const player = useActorRefOf('player');
  const duration = useSelector(player, selectDuration);
  const playhead = useSelector(player, selectPlayhead);
  return useSelector(playhead, (state) => (isShown ? leftInSteps(duration - shownTime(duration)(state)) : 0));
}

/** The speed. A preset closes the menu, a step keeps it open. Screen readers announce each new speed, also by key. */
export function RateMenu() {
  const tAll = useTranslations();
  const t = useTranslations('player');
  const tSettings = useTranslations('playerSettings');
  const player = useActorRefOf('player');
  const rate = useSelector(player, selectRate);
  const menu = useMenu('player-rate');
  const left = useLeft(menu.open);
  const text = useRateText();
  const settings = useSelector(player, selectItemSettingsRef);
  const scope = useSelector(settings, scopeOf('playbackRate'));
  const scopes = useScopes();
  const speed = t('speedIs', { rate: text(rate) });
  const entries: readonly MenuEntry[] = [
    {
      kind: 'choice',
      id: 'presets',
      label: t('speed'),
      value: String(rate),
      options: RATE_PRESETS.map((preset) => ({
        value: String(preset),
        label: text(preset),
        note: leftText(tAll, left / preset) ?? undefined,
      })),
      closes: true,
      onChoose: (value) => player.send({ type: 'player.setRate', rate: Number(value) }),
    },
    { kind: 'separator', id: 'line' },
    {
      kind: 'action',
      id: 'faster',
      label: t('faster'),
      icon: <Plus size={16} />,
      shortcut: '⇧↑',
      disabled: rate >= MAX_RATE,
      closes: false,
      onSelect: () => player.send({ type: 'player.raiseRate' }),
    },
    {
      kind: 'action',
      id: 'slower',
      label: t('slower'),
      icon: <Minus size={16} />,
      shortcut: '⇧↓',
      disabled: rate <= MIN_RATE,
      closes: false,
      onSelect: () => player.send({ type: 'player.lowerRate' }),
    },
    { kind: 'separator', id: 'line-2' },
    {
      kind: 'choice',
      id: 'scope',
      label: tSettings('speedScope'),
      value: scope,
      options: scopes,
      onChoose: (value) => settings?.send({ type: 'settings.choose', setting: 'playbackRate', scope: value as Scope }),
    },
  ];
  return (
    <>
      <MenuButton
        {...menu}
        label={speed}
        icon={null}
        text={text(rate)}
        sheet={useSheet(t('speed'))}
        entries={entries}
      />
      <span aria-live="polite" className="sr-only">
        {speed}
      </span>
    </>
  );
}

export function useScopes(): readonly { readonly value: Scope; readonly label: string }[] {
  const t = useTranslations('playerSettings');
  const isPodcast = useSelector(useActorRefOf('player'), (state) => selectNowPlaying(state)?.episodeId != null);
  return [
    { value: 'everywhere', label: t('everywhere') },
    { value: 'item', label: isPodcast ? t('thisPodcast') : t('thisBook') },
  ];
}

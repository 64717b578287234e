import { useSelector } from '@xstate/react';
import { Minus, Plus } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { MAX_RATE, MIN_RATE, RATE_PRESETS, rateDecimals, selectRate, selectRateStep } from '../../machines/player/player.selectors.ts';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';

/** The speed: presets and one step slower or faster (PLR-068 to PLR-077). */
export function RateMenu() {
  const t = useTranslations('player');
  const format = useFormatter();
  const player = useActorRefOf('player');
  const rate = useSelector(player, selectRate);
  const step = useSelector(player, selectRateStep);
  const menu = useMenu('player-rate');
  const text = (value: number) => {
    const decimals = rateDecimals(value, step);
    return t('rate', { rate: format.number(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }) });
  };
  const entries: readonly MenuEntry[] = [
    {
      kind: 'choice', id: 'presets', label: t('speed'), value: String(rate),
      options: RATE_PRESETS.map((preset) => ({ value: String(preset), label: text(preset) })),
      onChoose: (value) => player.send({ type: 'player.setRate', rate: Number(value) }),
    },
    { kind: 'separator', id: 'line' },
    { kind: 'action', id: 'faster', label: t('faster'), icon: <Plus size={16} />, shortcut: '⇧↑', disabled: rate >= MAX_RATE, onSelect: () => player.send({ type: 'player.rateUp' }) },
    { kind: 'action', id: 'slower', label: t('slower'), icon: <Minus size={16} />, shortcut: '⇧↓', disabled: rate <= MIN_RATE, onSelect: () => player.send({ type: 'player.rateDown' }) },
  ];
  return <MenuButton {...menu} label={t('speedIs', { rate: text(rate) })} icon={null} text={text(rate)} entries={entries} />;
}

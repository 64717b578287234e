import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectRate } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { useRateText } from '../library/use-rate-text.ts';

export function RateMark() {
  const t = useTranslations('player');
  const rate = useSelector(useActorRefOf('player'), selectRate);
  const text = useRateText();
  if (rate === 1) return null;
  return (
    <span data-tip={t('leftAtSpeed', { rate: text(rate) })} data-tip-side="top" className="text-ink-3">
      <span aria-hidden="true">{text(rate)}</span>
      <VisuallyHidden>{t('leftAtSpeed', { rate: text(rate) })}</VisuallyHidden>
    </span>
  );
}

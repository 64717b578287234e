import { Maximize2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActorRefOf } from '../app/actors-context.tsx';
import { ItemCover } from './now-playing.tsx';

export function ExpandButton() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  return (
    <button
      type="button"
      aria-label={t('expand')}
      aria-keyshortcuts="F"
      data-tip={t('expand')}
      data-tip-keys="F"
      data-tip-side="top"
      onClick={() => player.send({ type: 'player.expand' })}
      className="group relative w-14 shrink-0 rounded-sm"
    >
      <ItemCover width={56} />
      <span className="absolute inset-0 grid place-items-center rounded-sm bg-scrim text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100">
        <Maximize2 size={20} />
      </span>
    </button>
  );
}

import { useSelector } from '@xstate/react';
import { RotateCw, SkipForward } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { PlayerFailure as Failure } from '../../machines/player/player.context.ts';
import { selectHasNext } from '../../machines/queue/queue.selectors.ts';
import { useActorRefOf, useQueue } from '../app/actors-context.tsx';
import { errorText, type Translate } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';

export function PlayerFailure({ failure }: { failure: Failure }) {
  const t = useTranslations();
  const player = useActorRefOf('player');
  const queue = useQueue();
  const hasNext = useSelector(queue, selectHasNext);
  return (
    <div ref={handFocusOn} role="alert" className="flex min-w-0 items-center justify-center gap-4 text-sm">
      <p className="line-clamp-2 min-w-0 text-ink">
        <span className="font-medium">{t('player.failed')}</span>{' '}
        <span className="text-ink-2">{reasonOf(t, failure)}</span>
      </p>
      {failure.kind !== 'noSound' && (
        <Button size="sm" icon={<RotateCw size={16} />} onClick={() => player.send({ type: 'player.retry' })}>
          {t('common.retry')}
        </Button>
      )}
      {hasNext && (
        <Button size="sm" icon={<SkipForward size={16} />} onClick={() => queue?.send({ type: 'queue.playNext' })}>
          {t('player.skip')}
        </Button>
      )}
    </div>
  );
}

function reasonOf(t: Translate, failure: Failure): string {
  switch (failure.kind) {
    case 'session':
      return errorText(t, failure.error);
    case 'sound':
      return t(`player.soundFailed.${failure.failure}`);
    case 'noSound':
      return t('player.noSound');
  }
}

import { useSelector } from '@xstate/react';
import { Cast, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectCastButton, selectCastDevice, selectCastIsBusy } from '../../machines/cast/cast.selectors.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { useActorRefOf } from './actors-context.tsx';

/** Shown where the server allows casting and there is a receiver; a warning instead on an insecure page. */
export function CastButton() {
  const t = useTranslations('cast');
  const cast = useActorRefOf('cast');
  const kind = useSelector(cast, selectCastButton);
  const isBusy = useSelector(cast, selectCastIsBusy);
  const device = useSelector(cast, selectCastDevice);
  const isConnected = kind === 'connected';
  const label = kind === 'insecure' ? t('insecure') : isConnected ? t('stop', { device }) : t('start');
  return (
    <>
      <span role="status">
        <VisuallyHidden>{isConnected && t('status', { device })}</VisuallyHidden>
      </span>
      {kind !== 'none' && (
        <IconButton
          label={label}
          icon={
            kind === 'insecure' ? (
              <TriangleAlert size={20} className="text-warning" />
            ) : (
              <Cast size={20} className={isConnected ? 'text-accent-text' : undefined} />
            )
          }
          busy={isBusy}
          onClick={() => cast.send({ type: 'cast.press' })}
        />
      )}
    </>
  );
}

import { useSelector } from '@xstate/react';
import { CloudOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectIsOffline } from '../../machines/connectivity/connectivity.selectors.ts';
import { useActorRefOf } from './actors-context.tsx';

/** Says that the browser has no network, for as long as it has none. */
export function OfflineBanner() {
  const t = useTranslations('app');
  const isOffline = useSelector(useActorRefOf('connectivity'), selectIsOffline);
  return (
    <div role="status" className="px-(--page-inset)">
      {isOffline && (
        <p className="mb-3 flex items-center gap-2.5 rounded-md bg-surface-2 px-3.5 py-2.5 text-sm text-ink">
          <CloudOff size={18} className="shrink-0 text-warning" />
          {t('offline')}
        </p>
      )}
    </div>
  );
}

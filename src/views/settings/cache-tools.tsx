import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { GeneralSettingsRef } from '../../machines/settings/general-settings.machine.ts';
import { selectPurge } from '../../machines/settings/general-settings.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';

export function CacheTools() {
  const t = useTranslations('settings');
  const id = useId();
  const page = usePageRef<GeneralSettingsRef>();
  const purge = useSelector(page, selectPurge);
  const purged = useSelector(purge, (snapshot) => (snapshot?.hasTag('busy') ? snapshot.context.cache : null));
  return (
    <section aria-labelledby={id}>
      <Heading level={2} looksLike={3} id={id} className="pb-2">
        {t('cache')}
      </Heading>
      <div className="flex flex-col gap-1 rounded-lg bg-surface-1 px-4 py-2">
        {(['items', 'all'] as const).map((cache) => (
          <div key={cache} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <p className="min-w-40 flex-1 text-xs text-ink-2">
              {t(cache === 'all' ? 'purgeAllHelp' : 'purgeItemsHelp')}
            </p>
            <Button
              data-setting={cache === 'all' ? 'purgeAll' : 'purgeItems'}
              size="sm"
              busy={purged === cache}
              disabled={purged !== null && purged !== cache}
              onClick={() => page.send({ type: 'settings.purge', cache })}
            >
              {t(cache === 'all' ? 'purgeAll' : 'purgeItems')}
            </Button>
          </div>
        ))}
      </div>
    </section>
  );
}

import { useSelector } from '@xstate/react';
import { RefreshCwOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { selectIsOffline } from '../../machines/connectivity/connectivity.selectors.ts';
import type { FreshnessRef } from '../../machines/kit/freshness.machine.ts';
import { selectIsStale } from '../../machines/kit/freshness.selectors.ts';
import type { PageRef } from '../../machines/page-host/page.protocol.ts';
import { selectFreshness } from '../../machines/session/session.selectors.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useActorRefOf } from './actors-context.tsx';

/** The freshness of a page's data: a child of its resource or list; undefined when it has none. */
function freshnessOf(page: PageRef): FreshnessRef | undefined {
  const { children = {} } = page.getSnapshot() as Partial<AnyMachineSnapshot>;
  for (const child of Object.values(children as Record<string, AnyActorRef | undefined>)) {
    const freshness = (child?.getSnapshot() as Partial<AnyMachineSnapshot> | undefined)?.children?.['freshness'];
    if (freshness) return freshness as FreshnessRef;
  }
  return undefined;
}

/** Says that the page or the account could not be refreshed, and offers a retry. Offline, the offline banner does. */
export function StaleBanner({ page }: { page: PageRef }) {
  const t = useTranslations();
  const isOffline = useSelector(useActorRefOf('connectivity'), selectIsOffline);
  const account = useSelector(useActorRefOf('session'), selectFreshness);
  const shown = useSelector(page, () => freshnessOf(page));
  const isAccountStale = useSelector(account, selectIsStale);
  const isPageStale = useSelector(shown, selectIsStale);
  const retry = () => {
    if (isAccountStale) account?.send({ type: 'freshness.retry' });
    if (isPageStale) shown?.send({ type: 'freshness.retry' });
  };
  return (
    <Banner
      icon={RefreshCwOff}
      text={!isOffline && (isAccountStale || isPageStale) ? t('app.stale') : null}
      action={
        <Button size="sm" onClick={retry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}

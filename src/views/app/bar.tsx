import { useSelector } from '@xstate/react';
import { ChartColumn, Settings, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Route } from '../../machines/router/routes.ts';
import { selectIsAdmin, selectMayUpload } from '../../machines/session/session.selectors.ts';
import { AppLink } from '../ui/app-link.tsx';
import { Logo } from '../ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useActorRefOf, useLinkTo } from './actors-context.tsx';
import { LibraryMenu } from './library-menu.tsx';

/** The logo: the way to the start page (BAR-001). */
export function HomeLink() {
  const t = useTranslations();
  const linkTo = useLinkTo();
  return (
    <AppLink {...linkTo({ name: 'index' })} aria-label={`${t('app.name')}: ${t('common.goHome')}`} className="grid size-10 place-items-center rounded-md touch:size-11">
      <Logo size={28} />
    </AppLink>
  );
}

/** Logo and libraries. */
export function BarStart() {
  return (
    <>
      <HomeLink />
      <LibraryMenu />
    </>
  );
}

/** Statistics, upload, settings and account, by the rights of the account (BAR-007 to BAR-011). */
export function BarEnd() {
  const t = useTranslations('nav');
  const session = useActorRefOf('session');
  const isAdmin = useSelector(session, selectIsAdmin);
  const mayUpload = useSelector(session, selectMayUpload);
  return (
    <>
      <BarLink route={{ name: 'configStats' }} label={t('yourStats')} icon={<ChartColumn size={20} />} className="max-[30rem]:hidden" />
      {mayUpload && <BarLink route={{ name: 'upload' }} label={t('upload')} icon={<Upload size={20} />} />}
      {isAdmin && <BarLink route={{ name: 'config' }} label={t('settings')} icon={<Settings size={20} />} />}
      <AccountMenu />
    </>
  );
}

function BarLink({ route, label, icon, className = '' }: { route: Route; label: string; icon: ReactNode; className?: string | undefined }) {
  const linkTo = useLinkTo();
  return (
    <AppLink {...linkTo(route)} aria-label={label} data-tip={label} className={`grid size-10 place-items-center rounded-md text-ink-2 hover:bg-surface-2 hover:text-ink touch:size-11 ${className}`}>
      {icon}
    </AppLink>
  );
}

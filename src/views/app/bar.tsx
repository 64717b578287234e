import { useSelector } from '@xstate/react';
import { ChartColumn, Settings, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { selectTasks } from '../../machines/session/background.selectors.ts';
import type { Route } from '../../machines/router/routes.ts';
import { selectBackground, selectIsAdmin, selectMayUpload } from '../../machines/session/session.selectors.ts';
import { chunk } from '../ui/chunk.tsx';
import { AppLink } from '../ui/app-link.tsx';
import { Logo } from '../ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useActorRefOf, useLinkTo } from './actors-context.tsx';
import { CastButton } from './cast-button.tsx';
import { LibraryMenu } from './library-menu.tsx';

export function HomeLink() {
  const t = useTranslations();
  const linkTo = useLinkTo();
  return (
    <AppLink
      {...linkTo({ name: 'index' })}
      aria-label={`${t('app.name')}: ${t('common.goHome')}`}
      className="grid size-10 shrink-0 place-items-center rounded-md max-[22.5rem]:hidden touch:size-11"
    >
      <Logo size={28} />
    </AppLink>
  );
}

export function BarStart() {
  return (
    <>
      <HomeLink />
      <LibraryMenu />
    </>
  );
}

const tasksPlace = <span className="size-10 touch:size-11" />;
const tasksButton = chunk(async () => (await import('./tasks-button.tsx')).TasksButton, tasksPlace);

export function BarEnd() {
  const t = useTranslations('nav');
  const session = useActorRefOf('session');
  const isAdmin = useSelector(session, selectIsAdmin);
  const mayUpload = useSelector(session, selectMayUpload);
  const tasks = useSelector(useSelector(session, selectBackground), selectTasks);
  return (
    <>
      <CastButton />
      {tasks ? <tasksButton.View tasks={tasks} /> : tasksPlace}
      <BarLink
        route={{ name: 'configStats' }}
        label={t('yourStats')}
        icon={<ChartColumn size={20} />}
        className="max-sm:hidden"
      />
      {mayUpload && (
        <BarLink route={{ name: 'upload' }} label={t('upload')} icon={<Upload size={20} />} className="narrow:hidden" />
      )}
      {isAdmin && (
        <BarLink
          route={{ name: 'config' }}
          label={t('settings')}
          icon={<Settings size={20} />}
          className="narrow:hidden"
        />
      )}
      <AccountMenu />
    </>
  );
}

function BarLink({
  route,
  label,
  icon,
  className = '',
}: {
  route: Route;
  label: string;
  icon: ReactNode;
  className?: string | undefined;
}) {
  const linkTo = useLinkTo();
  return (
    <AppLink
      {...linkTo(route)}
      aria-label={label}
      data-tip={label}
      className={`grid size-10 place-items-center rounded-md text-ink-2 hover:bg-surface-2 hover:text-ink touch:size-11 ${className}`}
    >
      {icon}
    </AppLink>
  );
}

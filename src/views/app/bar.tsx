import { useSelector } from '@xstate/react';
import { ChartColumn, Settings, Upload, Cast, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { selectTasks } from '../../machines/app/session/background.selectors.ts';
import type { Route } from '../../machines/kit/router/routes.ts';
import { selectBackground, selectIsAdmin, selectMayUpload } from '../../machines/app/session/session.selectors.ts';
import { chunk } from '../ui/chunk.tsx';
import { AppLink } from '../ui/links.tsx';
import { Logo } from '../ui/app-frame.tsx';
import { selectCount, selectIsSelecting } from '../../machines/browse/selection/selection.selectors.ts';
import { SearchBox } from '../browse/search/search-box.tsx';
import { AppBar } from '../ui/app-bar.tsx';
import { handFocusOn } from '../ui/focus.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { selectCastButton, selectCastDevice, selectCastIsBusy } from '../../machines/playback/cast/cast.selectors.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useActorRefOf, useLinkTo } from './actors-context.tsx';
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

function BarStart() {
  return (
    <>
      <HomeLink />
      <LibraryMenu />
    </>
  );
}

const tasksPlace = <span className="size-10 touch:size-11" />;
const tasksButton = chunk(async () => (await import('./tasks-button.tsx')).TasksButton, tasksPlace);

function BarEnd() {
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

const appBar = <AppBar start={<BarStart />} middle={<SearchBox />} end={<BarEnd />} />;
const selectionBar = chunk(async () => (await import('../browse/selection/selection-bar.tsx')).SelectionBar, appBar);

export function BarPlace() {
  const t = useTranslations('selection');
  const selection = useActorRefOf('selection');
  const isSelecting = useSelector(selection, selectIsSelecting);
  const count = useSelector(selection, selectCount);
  return (
    <>
      {isSelecting ? (
        <div ref={handFocusOn}>
          <selectionBar.View />
        </div>
      ) : (
        appBar
      )}
      <VisuallyHidden>
        <span role="status">{count > 0 && t('count', { count })}</span>
      </VisuallyHidden>
    </>
  );
}

/** Shown where the server allows casting and there is a receiver; a warning instead on an insecure page. */
function CastButton() {
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

import { useSelector } from '@xstate/react';
import {
  BookOpen,
  ChartColumn,
  Download,
  FolderOpen,
  House,
  Layers,
  ListMusic,
  MicVocal,
  Podcast,
  Rss,
  TriangleAlert,
  Users,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectCurrentLibrary, selectLibraryFilterData } from '../../machines/libraries/libraries.selectors.ts';
import {
  activeNavItem,
  mainNavItems,
  navItemsOf,
  type NavItem,
  type NavItemName,
} from '../../machines/session/nav.logic.ts';
import { selectUpdates } from '../../machines/session/background.selectors.ts';
import {
  selectBackground,
  selectInstallSource,
  selectRoute,
  selectServerVersion,
  selectUser,
} from '../../machines/session/session.selectors.ts';
import type { UpdatesRef } from '../../machines/updates/updates.machine.ts';
import { selectUpdate } from '../../machines/updates/updates.selectors.ts';
import { BottomBar, NavLink, Rail } from '../ui/rail.tsx';
import { useActorRefOf, useLinkTo } from './actors-context.tsx';

const ICONS: Record<NavItemName, LucideIcon> = {
  home: House,
  latest: Rss,
  library: BookOpen,
  series: Layers,
  collections: FolderOpen,
  playlists: ListMusic,
  authors: Users,
  narrators: MicVocal,
  stats: ChartColumn,
  addPodcast: Podcast,
  downloadQueue: Download,
  issues: TriangleAlert,
};

/**
 * The navigation items of the current library; empty while there is none. Those that depend on its filter data appear
 * later.
 */
export function useNavItems(): readonly NavItem[] {
  const libraries = useActorRefOf('libraries');
  const user = useSelector(useActorRefOf('session'), selectUser);
  const library = useSelector(libraries, selectCurrentLibrary);
  const filterData = useSelector(libraries, selectLibraryFilterData);
  if (!library || !user) return [];
  return navItemsOf({
    library,
    user,
    issues: filterData?.issues ?? 0,
    numUserPlaylists: filterData?.numUserPlaylists ?? 0,
  });
}

/** The side rail of wide windows (BAR-012 to BAR-033). It keeps its width while it is empty. */
export function NavRail() {
  const t = useTranslations('nav');
  const navItems = useNavItems();
  return (
    <Rail label={t('main')} foot={<RailFoot />}>
      <NavItems navItems={navItems} />
    </Rail>
  );
}

/** The bottom bar of narrow windows. */
export function NavBar() {
  const t = useTranslations('nav');
  const navItems = mainNavItems(useNavItems());
  return (
    navItems.length > 0 && (
      <BottomBar label={t('main')}>
        <NavItems navItems={navItems} isShort />
      </BottomBar>
    )
  );
}

/** `isShort`: with labels that fit into a fifth of a phone's width. */
function NavItems({ navItems, isShort = false }: { navItems: readonly NavItem[]; isShort?: boolean }) {
  const t = useTranslations('nav');
  const active = activeNavItem(useSelector(useActorRefOf('session'), selectRoute));
  const linkTo = useLinkTo();
  return navItems.map(({ name, route, count }) => {
    const full = t(name);
    const label = isShort && (name === 'addPodcast' || name === 'downloadQueue') ? t(`short.${name}`) : full;
    return (
      <NavLink
        key={name}
        {...linkTo(route)}
        label={label}
        name={label !== full && full.startsWith(label) ? full : undefined}
        icon={<NavIcon name={name} />}
        active={name === active}
        badge={count}
      />
    );
  });
}

/** The icon of a navigation item. */
export function NavIcon({ name, size = 22 }: { name: NavItemName; size?: number | undefined }) {
  const Icon = ICONS[name];
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />;
}

/** The version, which opens the changelog; a link to a newer one, or how this one was installed (BAR-030 to 033). */
function RailFoot() {
  const t = useTranslations('changelog');
  const session = useActorRefOf('session');
  const version = useSelector(session, selectServerVersion);
  const source = useSelector(session, selectInstallSource);
  const background = useSelector(session, selectBackground);
  const updates = useSelector(background, selectUpdates);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('open', { version })}
        data-tip={t('title')}
        data-tip-side="end"
        onClick={() => background?.send({ type: 'changelog.open' })}
        className="min-h-8 rounded-sm px-1 tabular-nums underline-offset-2 hover:text-ink hover:underline touch:min-h-11"
      >
        v{version}
      </button>
      {updates ? <UpdateLink updates={updates} source={source} /> : source && <span>{source}</span>}
    </>
  );
}

function UpdateLink({ updates, source }: { updates: UpdatesRef; source: string }) {
  const t = useTranslations('changelog');
  const version = useSelector(updates, (state) => selectUpdate(state)?.version);
  const url = useSelector(updates, (state) => selectUpdate(state)?.url);
  if (version === undefined) return source && <span>{source}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('updateTo', { version })}
      className="flex min-h-8 items-center px-1 font-medium text-accent-text underline-offset-2 hover:underline touch:min-h-11"
    >
      {t('update')}
    </a>
  );
}

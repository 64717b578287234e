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
import { selectCurrentLibrary, selectLibraryFilterData } from '../../machines/account/libraries/libraries.selectors.ts';
import {
  activeNavItem,
  mainNavItems,
  navItemsOf,
  type NavItem,
  type NavItemName,
} from '../../machines/app/session/nav.logic.ts';
import { selectRoute, selectUser } from '../../machines/app/session/session.selectors.ts';
import { VersionFoot } from '../shared/version-foot.tsx';
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

/** The side rail of wide windows. It keeps its width while it is empty. */
export function NavRail() {
  const t = useTranslations('nav');
  const navItems = useNavItems();
  return (
    <Rail label={t('main')} foot={<VersionFoot />}>
      <NavItems navItems={navItems} />
    </Rail>
  );
}

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

export function NavIcon({ name, size = 22 }: { name: NavItemName; size?: number | undefined }) {
  const Icon = ICONS[name];
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />;
}

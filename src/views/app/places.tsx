import { useSelector } from '@xstate/react';
import { BookOpen, ChartColumn, Download, FolderOpen, House, Layers, ListMusic, MicVocal, Podcast, Rss, TriangleAlert, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectCurrentLibrary, selectLibraryFacts } from '../../machines/libraries/libraries.selectors.ts';
import { activePlace, mainPlaces, placesOf, type Place, type PlaceName } from '../../machines/session/places.selectors.ts';
import { selectInstallSource, selectRoute, selectServerVersion, selectUser } from '../../machines/session/session.selectors.ts';
import { BottomBar, PlaceLink, Rail } from '../ui/rail.tsx';
import { useActorRefOf, useLinkTo } from './actors-context.tsx';

const ICONS: Record<PlaceName, LucideIcon> = {
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

/** The places of the chosen library; none while it is not known. Those that its facts decide are last and come later. */
export function usePlaces(): readonly Place[] {
  const libraries = useActorRefOf('libraries');
  const user = useSelector(useActorRefOf('session'), selectUser);
  const library = useSelector(libraries, selectCurrentLibrary);
  const facts = useSelector(libraries, selectLibraryFacts);
  if (!library || !user) return [];
  return placesOf({ library, user, issues: facts?.issues ?? 0, numUserPlaylists: facts?.numUserPlaylists ?? 0 });
}

/** The side rail of wide windows (BAR-012 to BAR-033). Its width is kept while the library is not known. */
export function PlaceRail() {
  const t = useTranslations('nav');
  const places = usePlaces();
  return <Rail label={t('places')} foot={<RailFoot />}><Places places={places} /></Rail>;
}

/** The bar at the foot of phones. */
export function PlaceBar() {
  const t = useTranslations('nav');
  const places = mainPlaces(usePlaces());
  return places.length > 0 && <BottomBar label={t('places')}><Places places={places} /></BottomBar>;
}

function Places({ places }: { places: readonly Place[] }) {
  const t = useTranslations('nav');
  const active = activePlace(useSelector(useActorRefOf('session'), selectRoute));
  const linkTo = useLinkTo();
  return places.map(({ name, route, count }) => (
    <PlaceLink key={name} {...linkTo(route)} label={t(name)} icon={<PlaceIcon name={name} />} active={name === active} badge={count} />
  ));
}

/** The icon of a place. */
export function PlaceIcon({ name, size = 22 }: { name: PlaceName; size?: number | undefined }) {
  const Icon = ICONS[name];
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />;
}

function RailFoot() {
  const t = useTranslations('nav');
  const session = useActorRefOf('session');
  const version = useSelector(session, selectServerVersion);
  const source = useSelector(session, selectInstallSource);
  return (
    <>
      <span className="tabular-nums" title={t('version', { version })}>v{version}</span>
      {source && <span>{source}</span>}
    </>
  );
}

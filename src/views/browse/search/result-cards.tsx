import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { hrefTo, type Route } from '../../../machines/kit/router/routes.ts';
import { shelfOf, type SearchGroupName } from '../../../machines/browse/search/results.logic.ts';
import { LIST_OF, selectPageLibrary } from '../../../machines/browse/search/search-page.logic.ts';
import type { SearchPageRef } from '../../../machines/browse/search/search-page.machine.ts';
import type { LibrarySearch } from '../../../schemas/api/library-search.ts';
import { useSelector } from '@xstate/react';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { useCardTextRem, useCardWidth } from '../../shared/card-size.ts';
import { AuthorCard, SeriesCard } from '../../shared/entity-cards.tsx';
import { ItemCard } from '../../shared/item-card.tsx';
import { shelfScope, SelectionScopeProvider } from '../../shared/selection-scope.ts';
import { useCoverAspect } from '../../shared/use-library.ts';
import { PageInset } from '../../ui/app-frame.tsx';
import { AppLink } from '../../ui/links.tsx';
import { AUTHOR_RATIO } from '../../ui/author-image.tsx';
import { ChipLink } from '../../ui/chip.tsx';
import { COVER_RATIO } from '../../ui/cover-shape.ts';
import { BESIDE_COVER } from '../../ui/media-card.tsx';
import { ShelfRow } from '../../ui/shelf-row.tsx';
import { VirtualGrid, type CellPlace } from '../../ui/virtual-grid.tsx';

/** Author pictures are smaller than covers. */
const AUTHOR_SCALE = 0.75;

type CardGroup = 'books' | 'podcasts' | 'episodes' | 'authors' | 'series';
type WordGroup = Exclude<SearchGroupName, CardGroup>;

const isWords = (name: SearchGroupName): name is WordGroup =>
  name === 'tags' || name === 'genres' || name === 'narrators';

interface GroupProps<Name extends SearchGroupName = SearchGroupName> {
  name: Name;
  answer: LibrarySearch;
}

/** `whole`: the page of the group, where there may be more. */
export function ResultShelf({ name, answer, whole }: GroupProps & { whole: Route | null }) {
  const t = useTranslations('search');
  const tHome = useTranslations('home');
  const linkTo = useLinkTo();
  const all = whole && (
    <AppLink
      {...linkTo(whole)}
      aria-label={t('showAllOf', { group: t(`groups.${name}`) })}
      className="inline-flex min-h-8 items-center px-1 text-sm text-accent-text touch:min-h-11"
    >
      {t('showAll')}
    </AppLink>
  );
  const cards = useCards(isWords(name) ? 'books' : name, answer);
  if (isWords(name)) {
    return (
      <section aria-labelledby={`results-${name}`}>
        <PageInset>
          <div className="mb-2 flex min-h-9 items-center justify-between gap-2">
            <h2 id={`results-${name}`} className="text-lg font-semibold text-ink">
              {t(`groups.${name}`)}
            </h2>
            {all}
          </div>
          <Words name={name} answer={answer} />
        </PageInset>
      </section>
    );
  }
  return (
    <Selectable name={name} answer={answer}>
      <ShelfRow
        heading={t(`groups.${name}`)}
        to={whole ? hrefTo(whole) : undefined}
        items={cards.ids}
        keyOf={(id) => id}
        itemWidth={cards.width}
        previousLabel={tHome('previous')}
        nextLabel={tHome('next')}
        actions={all}
        renderItem={(_, { index, tabIndex }) => cards.render({ index, tabIndex, width: cards.width })}
      />
    </Selectable>
  );
}

/** Each group has ranges of its own. */
function Selectable({ name, answer, children }: GroupProps & { children: ReactNode }) {
  const scope = useMemo(() => {
    if (name !== 'books' && name !== 'podcasts') return null;
    return shelfScope(
      `search/${name}`,
      (answer[LIST_OF[name]]?.items ?? []).map(({ libraryItem }) => libraryItem),
    );
  }, [name, answer]);
  return <SelectionScopeProvider value={scope}>{children}</SelectionScopeProvider>;
}

export function ResultGrid({ name, answer }: GroupProps) {
  return isWords(name) ? <Words name={name} answer={answer} /> : <Cards name={name} answer={answer} />;
}

function Cards({ name, answer }: GroupProps<CardGroup>) {
  const t = useTranslations('search');
  const { ids, width, ratio, textRem, render } = useCards(name, answer);
  const renderCell = useCallback((place: CellPlace) => render(place), [render]);
  return (
    <Selectable name={name} answer={answer}>
      <VirtualGrid
        label={t(`groups.${name}`)}
        count={ids.length}
        ids={ids}
        minCellWidth={width}
        ratio={ratio}
        textRem={textRem}
        renderCell={renderCell}
        onWindow={loadNothing}
      />
    </Selectable>
  );
}

type Result = NonNullable<LibrarySearch[(typeof LIST_OF)[CardGroup]]>['items'][number];

function idOf(entry: Result): string {
  if ('series' in entry) return entry.series.id;
  if (!('libraryItem' in entry)) return entry.id;
  const { libraryItem } = entry;
  const episode = libraryItem.mediaType === 'podcast' ? libraryItem.recentEpisode : undefined;
  return episode ? `${libraryItem.id}/${episode.id}` : libraryItem.id;
}

function loadNothing(): void {}

interface GroupCards {
  readonly ids: readonly string[];
  /** Least width of a card (CSS pixels), height of its picture by its width, height of its text (rem). */
  readonly width: number;
  readonly ratio: number;
  readonly textRem: number;
  readonly render: (place: CellPlace) => ReactNode;
}

function useCards(name: CardGroup, answer: LibrarySearch): GroupCards {
  const aspect = useCoverAspect();
  const cover = useCardWidth(aspect, 'shelf');
  const author = Math.round(useCardWidth('square', 'shelf') * AUTHOR_SCALE);
  const textRem = useCardTextRem();
  const render = useCallback(
    ({ index, tabIndex, width }: CellPlace) => {
      const place = { width, tabIndex };
      const entry = answer[LIST_OF[name]]?.items[index];
      if (!entry) return null;
      if ('libraryItem' in entry) {
        const layout = name === 'episodes' ? 'beside' : 'below';
        return (
          <ItemCard
            {...place}
            index={index}
            item={entry.libraryItem}
            aspect={aspect}
            place={`search/${name}`}
            layout={layout}
          />
        );
      }
      if ('series' in entry)
        return <SeriesCard {...place} series={{ ...entry.series, books: entry.books }} aspect={aspect} />;
      return 'imagePath' in entry ? <AuthorCard {...place} author={entry} /> : null;
    },
    [answer, name, aspect],
  );
  const ids = useMemo(() => (answer[LIST_OF[name]]?.items ?? []).map(idOf), [answer, name]);
  switch (name) {
    case 'books':
    case 'podcasts':
      return { ids, width: cover, ratio: COVER_RATIO[aspect], textRem, render };
    case 'episodes':
      return { ids, width: cover * 2, ratio: 0, textRem: (BESIDE_COVER * COVER_RATIO[aspect]) / 16, render };
    case 'series':
      return { ids, width: cover * 2, ratio: COVER_RATIO[aspect] / 2, textRem, render };
    case 'authors':
      return { ids, width: author, ratio: AUTHOR_RATIO, textRem, render };
  }
}

function Words({ name, answer }: GroupProps<WordGroup>) {
  const t = useTranslations();
  const libraryId = useSelector(usePageRef<SearchPageRef>(), selectPageLibrary);
  const linkTo = useLinkTo();
  return (
    <ul className="flex flex-wrap gap-2">
      {(answer[name]?.items ?? []).map((entry) => (
        <li key={entry.name} className="max-w-full">
          <ChipLink {...linkTo(shelfOf(libraryId, name, entry.name))} look={name === 'genres' ? 'filled' : 'outlined'}>
            {entry.name}{' '}
            <span className="text-ink-3">
              {'numBooks' in entry
                ? t('library.books', { count: entry.numBooks })
                : t('search.items', { count: entry.numItems })}
            </span>
          </ChipLink>
        </li>
      ))}
    </ul>
  );
}

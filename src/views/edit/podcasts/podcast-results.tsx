import { useSelector } from '@xstate/react';
import { Check } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import type { AddPodcastRef } from '../../../machines/edit/podcasts/add-podcast.machine.ts';
import { selectIsSearching, selectSelected } from '../../../machines/edit/podcasts/podcasts.selectors.ts';
import {
  pictureOf,
  placeOf,
  type OfferedPodcast,
  knownOf,
  type KnownPodcast,
} from '../../../machines/edit/podcasts/search.logic.ts';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';
import { AppLink } from '../../ui/links.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { ExplicitBadge } from '../../ui/title-badges.tsx';
import { OutsideCover } from '../../ui/outside-cover.tsx';
import { formatList } from '../../format/lists.ts';

export function PodcastResults() {
  const t = useTranslations('addPodcast');
  const page = usePageRef<AddPodcastRef>();
  const results = useSelector(page, ({ context }) => context.results);
  const known = useSelector(page, ({ context }) => context.known);
  const term = useSelector(page, ({ context }) => context.requested?.term ?? '');
  const isSearching = useSelector(page, selectIsSearching);
  return (
    <section aria-label={t('results', { term })} aria-busy={isSearching}>
      <p role="status" className="pb-2 text-sm text-ink-2 tabular-nums">
        {isSearching ? t('searching') : t('resultCount', { count: results.length })}
      </p>
      <ul className={cx('flex flex-col', isSearching && 'opacity-60')}>
        {results.map((podcast) => (
          <Result
            key={podcast.feedUrl}
            podcast={podcast}
            known={known && knownOf(known, { title: podcast.title, itunesId: podcast.id })}
          />
        ))}
      </ul>
    </section>
  );
}

/** The whole row is the target of its button or link. */
const WHOLE_ROW =
  'min-w-0 rounded-sm text-start outline-none after:absolute after:inset-0 after:z-1 after:rounded-sm hover:underline focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus clamp-2';

function Result({ podcast, known }: { podcast: OfferedPodcast; known: KnownPodcast | null }) {
  const t = useTranslations('addPodcast');
  const locale = useLocale();
  const page = usePageRef<AddPodcastRef>();
  const library = useCurrentLibrary();
  const linkTo = useLinkTo();
  const isSelected = useSelector(page, selectSelected).some(({ feedUrl }) => feedUrl === podcast.feedUrl);
  const { title, artistName, cover, genres, trackCount, explicit } = podcast;
  return (
    <li className="relative flex items-center gap-3 border-t border-line py-2.5">
      <span className="relative z-2 w-7.5 shrink-0">
        {!known && (
          <Checkbox
            label={t('select', { title })}
            labelHidden
            checked={isSelected}
            onChange={() => page.send({ type: 'addPodcast.toggle', podcast })}
          />
        )}
      </span>
      <OutsideCover key={cover} src={pictureOf(cover)} title={title} className="w-14 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <h2 dir="auto" className="flex items-center gap-2 text-match text-base font-medium text-ink">
          {known ? (
            <AppLink
              {...linkTo({ name: 'item', id: known.libraryItemId })}
              aria-label={t('inLibraryTitle', { title })}
              className={cx(WHOLE_ROW, 'text-ink no-underline')}
            >
              {title}
            </AppLink>
          ) : (
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={t('add', { title })}
              onClick={() => library && page.send({ type: 'addPodcast.choose', podcast, place: placeOf(library) })}
              className={WHOLE_ROW}
            >
              {title}
            </button>
          )}
          {explicit === true && <ExplicitBadge label={t('explicit')} />}
        </h2>
        {artistName && (
          <p dir="auto" className="truncate text-match text-sm text-ink-2">
            {artistName}
          </p>
        )}
        <p className="truncate text-xs text-ink-3 tabular-nums">
          <Dotted>
            {trackCount != null && t('episodes', { count: trackCount })}
            {genres && genres.length > 0 && formatList(genres, locale)}
          </Dotted>
        </p>
      </div>
      {known && (
        <span className="flex shrink-0 items-center gap-1.5 text-sm text-success">
          <Check size={16} aria-hidden="true" />
          <span aria-hidden="true" className="max-sm:sr-only">
            {t('inLibrary')}
          </span>
        </span>
      )}
    </li>
  );
}

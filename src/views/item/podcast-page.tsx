import { useTranslations } from 'use-intl';
import { filteredShelf } from '../../machines/item/item.selectors.ts';
import type { PodcastItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { AppLink } from '../ui/app-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { ExplicitBadge } from '../ui/explicit-badge.tsx';
import { EpisodeList } from './episode-list.tsx';
import { FileTables } from './file-tables.tsx';
import { ItemAlerts } from './item-alerts.tsx';
import { ItemChips } from './item-chips.tsx';
import { ItemCover } from './item-cover.tsx';
import { ItemDescription } from './item-description.tsx';

/** A podcast: what it is, and its episodes. */
export function PodcastPage({ item }: { item: PodcastItemExpanded }) {
  const t = useTranslations('item');
  const tCard = useTranslations('card');
  const linkTo = useLinkTo();
  const { metadata, tags, episodes } = item.media;
  const title = metadata.title || tCard('untitled');
  return (
    <article className="mx-auto flex max-w-6xl gap-10 phone:flex-col phone:gap-5">
      <ItemCover item={item} title={title} author={metadata.author ?? ''} />
      <div className="flex min-w-0 flex-1 flex-col gap-5">
        <ItemAlerts item={item} />
        <header className="flex flex-col gap-1.5">
          <h1 dir="auto" className="text-match text-3xl leading-tight font-semibold tracking-tight text-balance text-ink phone:text-2xl">{title}</h1>
          {metadata.author && <p dir="auto" className="text-match text-lg text-ink">{metadata.author}</p>}
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
            <span>{t('episodeCount', { count: episodes.items.length })}</span>
            {metadata.language && <AppLink {...linkTo(filteredShelf(item.libraryId, 'languages', metadata.language))} className="text-inherit hover:text-ink"><bdi>{metadata.language}</bdi></AppLink>}
            {metadata.type === 'serial' && <Badge>{t('serial')}</Badge>}
            {metadata.explicit && <ExplicitBadge label={tCard('explicit')} />}
          </p>
        </header>
        <ItemDescription html={metadata.description} />
        <ItemChips libraryId={item.libraryId} genres={metadata.genres} tags={tags} />
        <EpisodeList item={item} />
        <div><FileTables item={item} /></div>
      </div>
    </article>
  );
}

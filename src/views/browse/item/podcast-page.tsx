import { useDeferredValue } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { filteredShelf } from '../../../machines/browse/item/item.logic.ts';
import { episodeCount, wholePodcast, type ShownPodcast } from '../../../machines/kit/shown-item.logic.ts';
import type { PodcastItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useLinkTo } from '../../app/actors-context.tsx';
import { formatLanguage } from '../../format/names.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { ExplicitBadge } from '../../ui/title-badges.tsx';
import { DownloadsLine } from './downloads-line.tsx';
import { PodcastTexts } from '../../shared/podcast-texts.tsx';
import { EpisodeTable } from './episode-table.tsx';
import { FileTables } from './file-tables.tsx';
import { FilesNews, ItemChips, ItemDescription, ItemLayout, LinkList, LoadingBody } from './item-layout.tsx';
import { PodcastActions } from './podcast-actions.tsx';

export function PodcastPage({ item, title }: { item: ShownPodcast; title: string }) {
  const author = item.media.metadata.author ?? '';
  return (
    <PodcastTexts>
      <ItemLayout item={item} title={title} author={author} head={<PodcastHead item={item} />}>
        <PodcastActions item={item} title={title} />
        <PodcastBody item={item} />
      </ItemLayout>
    </PodcastTexts>
  );
}

/** Long parts render after the head was painted. */
function PodcastBody({ item }: { item: ShownPodcast }) {
  const whole = useDeferredValue(wholePodcast(item), null);
  return whole ? <PodcastParts item={whole} /> : <LoadingBody />;
}

function PodcastParts({ item }: { item: PodcastItemExpanded }) {
  const { metadata, tags } = item.media;
  return (
    <>
      <ItemDescription html={metadata.description} />
      <ItemChips libraryId={item.libraryId} genres={metadata.genres} tags={tags} />
      <DownloadsLine item={item} />
      <EpisodeTable item={item} />
      <div>
        <FileTables item={item} />
        <FilesNews />
      </div>
    </>
  );
}

function PodcastHead({ item }: { item: ShownPodcast }) {
  const t = useTranslations('item');
  const tCard = useTranslations('card');
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { metadata } = item.media;
  const { author } = metadata;
  const count = episodeCount(item);
  const language = wholePodcast(item)?.media.metadata.language;
  return (
    <>
      {author && (
        <p dir="auto" className="text-match text-lg text-ink">
          {author}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <span>
          <Dotted>
            {count !== null && t('episodeCount', { count })}
            {language && (
              <LinkList
                entries={[
                  {
                    key: language,
                    name: formatLanguage(language, locale),
                    ...linkTo(filteredShelf(item.libraryId, 'languages', language)),
                  },
                ]}
              />
            )}
          </Dotted>
        </span>
        {metadata.type === 'serial' && <Badge>{t('serial')}</Badge>}
        {metadata.explicit && <ExplicitBadge label={tCard('explicit')} />}
      </p>
    </>
  );
}

import { useLocale, useTranslations } from 'use-intl';
import { filteredShelf } from '../../machines/item/item.logic.ts';
import { trackCount, wholeBook, type ShownBook } from '../../machines/library/shown-item.logic.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { formatBytes } from '../format/bytes.ts';
import { formatDuration } from '../format/duration.ts';
import { formatLanguage } from '../format/language.ts';
import { Dotted } from '../ui/dotted.tsx';
import { LinkList } from './link-list.tsx';

/** Unknown facts are omitted. */
export function BookDetails({ item }: { item: ShownBook }) {
  const t = useTranslations('item');
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { metadata, duration } = item.media;
  const whole = wholeBook(item)?.media.metadata;
  const shelf = (group: 'narrators' | 'publishers' | 'languages', name: string, shown = name) => ({
    key: name,
    name: shown,
    ...linkTo(filteredShelf(item.libraryId, group, name)),
  });
  const narrators = whole?.narrators.map((name) => shelf('narrators', name)) ?? [];
  return (
    <p className="text-sm text-pretty text-ink-2 tabular-nums">
      <Dotted>
        {trackCount(item) > 0 && duration > 0 && formatDuration(duration, locale)}
        {metadata.narratorName && (
          <>
            {t.rich('readBy', {
              list: () => (whole ? <LinkList entries={narrators} /> : <bdi>{metadata.narratorName}</bdi>),
            })}
          </>
        )}
        {metadata.publishedYear}
        {whole?.publisher && <LinkList entries={[shelf('publishers', whole.publisher)]} />}
        {whole?.language && (
          <LinkList entries={[shelf('languages', whole.language, formatLanguage(whole.language, locale))]} />
        )}
        {formatBytes(item.size, locale)}
      </Dotted>
    </p>
  );
}

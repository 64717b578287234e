import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { filteredShelf } from '../../machines/item/item.selectors.ts';
import type { BookItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { formatBytes } from '../format/bytes.ts';
import { formatDuration } from '../format/duration.ts';
import { LinkList } from './link-list.tsx';

/** One quiet line: length, narrators, year, publisher, language, size. */
export function BookFacts({ item }: { item: BookItemExpanded }) {
  const t = useTranslations('item');
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { metadata, duration, tracks } = item.media;
  const shelf = (group: 'narrators' | 'publishers' | 'languages', name: string) => ({ key: name, name, ...linkTo(filteredShelf(item.libraryId, group, name)) });
  const facts: readonly (readonly [string, ReactNode] | null)[] = [
    tracks.length > 0 ? ['duration', formatDuration(duration, locale)] : null,
    metadata.narrators.length > 0
      ? ['narrators', t.rich('readBy', { list: () => <LinkList entries={metadata.narrators.map((name) => shelf('narrators', name))} /> })]
      : null,
    metadata.publishedYear ? ['year', metadata.publishedYear] : null,
    metadata.publisher ? ['publisher', <LinkList key="publisher" entries={[shelf('publishers', metadata.publisher)]} />] : null,
    metadata.language ? ['language', <LinkList key="language" entries={[shelf('languages', metadata.language)]} />] : null,
    ['size', formatBytes(item.size, locale)],
  ];
  const shown = facts.filter((fact) => fact !== null);
  return (
    <p className="text-sm text-pretty text-ink-2 tabular-nums">
      {shown.map(([name, fact], index) => <Fragment key={name}>{index > 0 && ' · '}{fact}</Fragment>)}
    </p>
  );
}

import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { useTranslations, useLocale } from 'use-intl';
import { useSelector } from '@xstate/react';
import type { ShownItem } from '../../../machines/kit/shown-item.logic.ts';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { isPartOpen, selectItemFiles } from '../../../machines/browse/item/item.selectors.ts';
import { usePageRef, useLinkTo } from '../../app/actors-context.tsx';
import { Description } from '../../shared/description.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { TextSkeleton, Waiting } from '../../ui/waiting.tsx';
import { filteredShelf } from '../../../machines/browse/item/item.logic.ts';
import { ChipLink } from '../../ui/chip.tsx';
import { AppLink } from '../../ui/links.tsx';
import { ItemCover } from './item-cover.tsx';

interface ItemLayoutProps {
  item: ShownItem;
  title: string;
  /** For the placeholder; may be empty. */
  author: string;
  head: ReactNode;
  children: ReactNode;
}

export function ItemLayout({ item, title, author, head, children }: ItemLayoutProps) {
  return (
    <article className="mx-auto flex max-w-6xl gap-10 phone:gap-5 max-sm:flex-col">
      <ItemCover item={item} title={title} author={author} />
      <div className="flex min-w-0 flex-1 flex-col gap-5">
        <ItemAlerts item={item} />
        <header className="flex flex-col gap-1.5">
          <h1
            dir="auto"
            className="text-match text-3xl leading-tight font-semibold tracking-tight text-balance text-ink phone:text-2xl"
          >
            {title}
          </h1>
          {head}
        </header>
        {children}
      </div>
    </article>
  );
}

function ItemAlerts({ item }: { item: Pick<ShownItem, 'isMissing' | 'isInvalid'> }) {
  const t = useTranslations('item');
  if (!item.isMissing && !item.isInvalid) return null;
  return (
    <p role="alert" className="flex items-start gap-2.5 rounded-md bg-surface-2 px-4 py-3 text-sm text-warning">
      <TriangleAlert size={18} className="mt-px shrink-0" />
      {item.isMissing ? t('missingFiles') : t('invalidFiles')}
    </p>
  );
}

export function ItemDescription({ html }: { html: string | null }) {
  const page = usePageRef<ItemRef>();
  const expanded = useSelector(page, isPartOpen('description'));
  return (
    <Description
      html={html}
      expanded={expanded}
      onToggle={() => page.send({ type: 'item.toggle', part: 'description' })}
    />
  );
}

const news = chunk(async () => (await import('../../edit/item-edit/item-files.tsx')).ItemFilesNews);

/** News about files, and one opened file; loads with the first list of files that opens. */
export function FilesNews() {
  const page = usePageRef<ItemRef>();
  const tab = useSelector(page, selectItemFiles);
  const hasEbooks = useSelector(page, isPartOpen('ebooks'));
  const hasTracks = useSelector(page, isPartOpen('tracks'));
  const hasFiles = useSelector(page, isPartOpen('files'));
  return tab && (hasEbooks || hasTracks || hasFiles) ? <news.View tab={tab} /> : null;
}

export function LoadingBody() {
  const t = useTranslations('item');
  return (
    <div className="measure">
      <Waiting label={t('loading')}>
        <TextSkeleton lines={5} />
      </Waiting>
    </div>
  );
}

interface ItemChipsProps {
  libraryId: string;
  genres: readonly string[];
  tags: readonly string[];
}

export function ItemChips({ libraryId, genres, tags }: ItemChipsProps) {
  const t = useTranslations('item');
  const linkTo = useLinkTo();
  const groups = [
    { group: 'genres' as const, label: t('genres'), names: genres, look: 'outlined' as const },
    { group: 'tags' as const, label: t('tags'), names: tags, look: 'filled' as const },
  ].filter(({ names }) => names.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      {groups.map(({ group, label, names, look }) => (
        <Fragment key={group}>
          <span aria-hidden="true" className="flex min-h-8 items-center text-sm text-ink-3 touch:min-h-11">
            {label}
          </span>
          <ul aria-label={label} className="flex min-w-0 flex-wrap gap-2">
            {names.map((name) => (
              <li key={name} className="max-w-full">
                <ChipLink look={look} {...linkTo(filteredShelf(libraryId, group, name))}>
                  {name}
                </ChipLink>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}

interface LinkListEntry {
  key: string;
  name: string;
  to: string;
  onPrefetch?: (() => void) | undefined;
}

/** Joined as in the locale: 'A, B and C'. */
export function LinkList({ entries }: { entries: readonly LinkListEntry[] }) {
  const locale = useLocale();
  const parts = new Intl.ListFormat(locale).formatToParts(entries.map((_, index) => String(index)));
  return parts.map((part, at) => {
    const entry = part.type === 'element' ? entries[Number(part.value)] : undefined;
    if (!entry) return <Fragment key={at}>{part.value}</Fragment>;
    return (
      <AppLink
        key={entry.key}
        to={entry.to}
        onPrefetch={entry.onPrefetch}
        className="text-inherit decoration-line-strong underline-offset-3 hover:text-accent-text"
      >
        <bdi>{entry.name}</bdi>
      </AppLink>
    );
  });
}

import { hasText } from '../../texts/has-text.ts';
import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { BookToolsRef } from '../../../machines/edit/book-tools/book-tools.machine.ts';
import { isPartOpen, selectFileCount, selectTool } from '../../../machines/edit/book-tools/book-tools.logic.ts';
import type { Chapter } from '../../../schemas/api/audio-file.ts';
import type { BookItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { formatClock } from '../../format/amounts.ts';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { Table, type Column } from '../../ui/table.tsx';

const isTagsOpen = isPartOpen('tags');
const isChaptersOpen = isPartOpen('chapters');

export function BookTags() {
  const t = useTranslations('bookTools');
  const page = usePageRef<BookToolsRef>();
  const isOpen = useSelector(page, isTagsOpen);
  return (
    <Disclosure
      heading={t('tags')}
      open={isOpen}
      onToggle={() => page.send({ type: 'bookTools.toggle', part: 'tags' })}
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm text-ink-2">{t('tagsAbout')}</p>
        <TagList />
      </div>
    </Disclosure>
  );
}

function TagList() {
  const t = useTranslations('bookTools');
  const tAll = useTranslations();
  const page = usePageRef<BookToolsRef>();
  const tags = useSelector(page, ({ context }) => context.tags);
  const error = useSelector(page, ({ context }) => context.tagsError);
  if (!tags && error)
    return (
      <FormMessage tone="danger">
        {t('tagsFailed')} {errorText(tAll, error)}{' '}
        <Button size="sm" onClick={() => page.send({ type: 'bookTools.retryTags' })}>
          {t('retry')}
        </Button>
      </FormMessage>
    );
  if (!tags)
    return (
      <Waiting label={t('tagsLoading')}>
        <RowsSkeleton rows={4} />
      </Waiting>
    );
  const nameOf = (name: string) => {
    const key = `tag.${name}` as const;
    return hasText(t, key) ? t(key) : name;
  };
  const entries = Object.entries(tags).filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (entries.length === 0) return <p className="text-sm text-ink-2">{t('tagsEmpty')}</p>;
  return (
    <dl className="grid max-w-4xl grid-cols-[minmax(8rem,auto)_1fr] gap-x-6 gap-y-2 text-sm phone:grid-cols-1">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{nameOf(name)}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-line text-ink phone:mb-1.5">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function BookChapters({ book }: { book: BookItemExpanded }) {
  const t = useTranslations('bookTools');
  const page = usePageRef<BookToolsRef>();
  const isOpen = useSelector(page, isChaptersOpen);
  const tool = useSelector(page, selectTool);
  const count = useSelector(page, selectFileCount);
  const isLeftOut = tool === 'embed' && count > 1;
  const chapters = book.media.chapters.items;
  const columns: readonly Column<Chapter>[] = [
    {
      id: 'number',
      header: t('number'),
      numeric: true,
      width: '3rem',
      cell: (chapter) => chapters.indexOf(chapter) + 1,
    },
    {
      id: 'title',
      header: t('chapter'),
      isRowHeader: true,
      cell: ({ title }) => <bdi className="wrap-anywhere">{title}</bdi>,
    },
    { id: 'start', header: t('start'), numeric: true, width: '6rem', cell: ({ start }) => formatClock(start) },
    { id: 'end', header: t('end'), numeric: true, width: '6rem', cell: ({ end }) => formatClock(end) },
  ];
  return (
    <Disclosure
      heading={t('chapters')}
      note={chapters.length}
      open={isOpen}
      onToggle={() => page.send({ type: 'bookTools.toggle', part: 'chapters' })}
    >
      <div className="flex flex-col gap-3">
        {chapters.length === 0 && <p className="text-sm text-ink-2">{t('noChapters')}</p>}
        {chapters.length > 0 && isLeftOut && <p className="text-sm text-ink-2">{t('chaptersNotEmbedded')}</p>}
        {chapters.length > 0 && (
          <Table label={t('chapters')} columns={columns} rows={chapters} keyOf={({ start, id }) => `${id} ${start}`} />
        )}
      </div>
    </Disclosure>
  );
}

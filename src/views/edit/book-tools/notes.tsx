import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { BookToolsRef } from '../../../machines/edit/book-tools/book-tools.machine.ts';
import { selectFileCount, selectItemId, selectTool } from '../../../machines/edit/book-tools/book-tools.logic.ts';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { AppLink } from '../../ui/links.tsx';
import { Heading } from '../../ui/heading.tsx';

export function Notes() {
  const t = useTranslations('bookTools');
  const linkTo = useLinkTo();
  const page = usePageRef<BookToolsRef>();
  const tool = useSelector(page, selectTool);
  const itemId = useSelector(page, selectItemId);
  const count = useSelector(page, selectFileCount);
  const path = cachePath(itemId);
  const isEmbed = tool === 'embed';
  const notes = isEmbed
    ? [t('note.embedPlace'), ...(count > 1 ? [t('note.embedChapters')] : []), t('note.backupPlace')]
    : [t('note.m4bPlace', { path })];
  return (
    <section className="flex flex-col gap-2">
      <Heading level={2} looksLike={4}>
        {t('notes')}
      </Heading>
      <ul className="flex max-w-prose list-disc flex-col gap-1.5 ps-5 text-sm text-ink-2">
        {notes.map((note) => (
          <li key={note} className="wrap-anywhere">
            {note}
          </li>
        ))}
        <li>
          {t('note.cache')}{' '}
          <AppLink className="text-accent-text underline underline-offset-2" {...linkTo({ name: 'config' })}>
            {t('note.settings')}
          </AppLink>
        </li>
        {!isEmbed && <li>{t('note.m4bTime')}</li>}
        <li>{t('note.rescan')}</li>
      </ul>
    </section>
  );
}

/** The server's default. */
export const cachePath = (itemId: string): string => `/metadata/cache/items/${itemId}`;

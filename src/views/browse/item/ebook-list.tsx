import { useSelector } from '@xstate/react';
import { BookOpen, Send } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { isPartOpen, selectItemFiles } from '../../../machines/browse/item/item.selectors.ts';
import { formatOf, isReadable } from '../../../machines/reader/formats.logic.ts';
import {
  selectMayDelete,
  selectMayDownload,
  selectMayUpdate,
} from '../../../machines/app/session/session.selectors.ts';
import type { BookItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useActorRefOf, useMenu, usePageRef } from '../../app/actors-context.tsx';
import { formatBytes } from '../../format/amounts.ts';
import { useSendEntries } from '../../shared/use-send-entries.tsx';
import { useRead } from '../../shared/use-play.ts';
import { Badge } from '../../ui/badge.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { handToNextRow } from '../../ui/focus-moves.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';

const fileMenu = chunk(async () => (await import('../../edit/item-edit/item-files.tsx')).FileMenu);

export function EbookList({ item }: { item: BookItemExpanded }) {
  const t = useTranslations('item');
  const tCommon = useTranslations('common');
  const locale = useLocale();
  const read = useRead();
  const page = usePageRef<ItemRef>();
  const open = useSelector(page, isPartOpen('ebooks'));
  const tab = useSelector(page, selectItemFiles);
  const session = useActorRefOf('session');
  const rights = [
    useSelector(session, selectMayDownload),
    useSelector(session, selectMayUpdate),
    useSelector(session, selectMayDelete),
  ];
  const manages = tab !== undefined && rights.includes(true);
  const primary = item.media.ebookFile?.ino;
  const files = item.libraryFiles.items
    .filter(({ fileType }) => fileType === 'ebook')
    .toSorted((a, b) => Number(b.ino === primary) - Number(a.ino === primary));
  if (files.length === 0) return null;
  return (
    <Disclosure
      heading={t('ebooks')}
      note={files.length}
      open={open}
      onToggle={() => page.send({ type: 'item.toggle', part: 'ebooks' })}
    >
      <ul>
        {files.map(({ ino, metadata }) => (
          <li key={ino} ref={handToNextRow} className="flex min-h-11 items-center gap-3 px-2 text-sm">
            <bdi className="min-w-0 flex-1 truncate text-ink">{metadata.filename}</bdi>
            {ino === primary && <Badge tone="accent">{t('primaryEbook')}</Badge>}
            <span className="shrink-0 text-ink-2 tabular-nums">{formatBytes(metadata.size, locale)}</span>
            {ino === primary && <SendButton item={item} />}
            {isReadable(formatOf(metadata.ext)) && (
              <IconButton
                label={tCommon('readTitle', { title: metadata.filename })}
                tip={tCommon('read')}
                icon={<BookOpen size={18} />}
                onClick={() => read(item.id, ino, item)}
              />
            )}
            {manages && (
              <span className="w-9 shrink-0 touch:w-11">
                <fileMenu.View tab={tab} ino={ino} name={metadata.filename} list="ebooks" />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The server sends only the main ebook. */
function SendButton({ item }: { item: BookItemExpanded }) {
  const t = useTranslations('sendEbook');
  const title = item.media.metadata.title ?? '';
  const format = item.isMissing ? null : (item.media.ebookFile?.ebookFormat ?? null);
  const entries = useSendEntries({ id: item.id, title, format });
  const menu = useMenu(`send-ebook/${item.id}`);
  if (entries.length === 0) return null;
  const icon = <Send size={18} />;
  return <MenuButton {...menu} label={t('sendTitle', { title })} icon={icon} entries={entries} />;
}

import { hasText } from '../../texts/has-text.ts';
import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import type { ItemPart } from '../../../machines/browse/item/item.setup.ts';
import { isPartOpen, selectItemFiles } from '../../../machines/browse/item/item.selectors.ts';
import { selectMaySeeFiles } from '../../../machines/app/session/session.selectors.ts';
import type { AudioTrack } from '../../../schemas/api/audio-file.ts';
import type { LibraryFile, LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { formatBytes, formatClock } from '../../format/amounts.ts';
import { chunk } from '../../ui/chunk.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { handToNextRow } from '../../ui/focus-moves.ts';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';

const fileMenu = chunk(async () => (await import('../../edit/item-edit/item-files.tsx')).FileMenu);

/** Height of a row that was never in view, in rem. */
const ROW_REM = 3;

export function FileTables({ item }: { item: LibraryItemExpanded }) {
  const maySee = useSelector(useActorRefOf('session'), selectMaySeeFiles);
  if (!maySee) return null;
  const tracks = item.mediaType === 'book' ? item.media.tracks.items : [];
  const files = item.libraryFiles.items;
  return (
    <>
      {tracks.length > 0 && <Tracks tracks={tracks} />}
      {files.length > 0 && <Files files={files} />}
    </>
  );
}

function useMenuColumn() {
  const t = useTranslations('item');
  return <Row extends { readonly ino?: string | undefined }>(
    list: 'tracks' | 'files',
    nameOf: (row: Row) => string,
  ): Column<Row> => ({
    id: 'actions',
    header: t('fileActions'),
    headerHidden: true,
    width: '3.75rem',
    cell: (row) => <Menu list={list} ino={row.ino} name={nameOf(row)} />,
  });
}

function Tracks({ tracks }: { tracks: readonly AudioTrack[] }) {
  const t = useTranslations('item');
  const locale = useLocale();
  const menuColumn = useMenuColumn();
  const columns: readonly Column<AudioTrack>[] = [
    { id: 'index', header: t('number'), numeric: true, width: '3rem', cell: ({ index }) => index },
    {
      id: 'file',
      header: t('track'),
      isRowHeader: true,
      cell: ({ title, metadata }) => <TrackName title={title} filename={metadata?.filename ?? ''} />,
    },
    { id: 'codec', header: t('codec'), wideOnly: true, width: '6rem', cell: ({ codec }) => codec ?? '' },
    {
      id: 'size',
      header: t('size'),
      numeric: true,
      wideOnly: true,
      width: '6rem',
      cell: ({ metadata }) => (metadata ? formatBytes(metadata.size, locale) : ''),
    },
    {
      id: 'start',
      header: t('starts'),
      numeric: true,
      wideOnly: true,
      width: '6rem',
      cell: ({ startOffset }) => formatClock(startOffset),
    },
    {
      id: 'duration',
      header: t('duration'),
      numeric: true,
      width: '5rem',
      cell: ({ duration }) => formatClock(duration),
    },
    menuColumn('tracks', ({ metadata, title }: AudioTrack) => metadata?.filename ?? title),
  ];
  return (
    <Part part="tracks" heading={t('tracks')} count={tracks.length}>
      <Table
        label={t('tracks')}
        windowedRem={ROW_REM}
        columns={columns}
        rows={tracks}
        keyOf={({ index }) => String(index)}
      />
    </Part>
  );
}

function Files({ files }: { files: readonly LibraryFile[] }) {
  const t = useTranslations('item');
  const locale = useLocale();
  const menuColumn = useMenuColumn();
  const columns: readonly Column<LibraryFile>[] = [
    { id: 'path', header: t('file'), isRowHeader: true, cell: ({ metadata }) => <FileName name={metadata.relPath} /> },
    {
      id: 'type',
      header: t('type'),
      wideOnly: true,
      width: '7rem',
      cell: ({ fileType }) => {
        const key = `types.${fileType}` as const;
        return hasText(t, key) ? t(key) : fileType;
      },
    },
    {
      id: 'extension',
      header: t('extension'),
      wideOnly: true,
      width: '5rem',
      cell: ({ metadata }) => metadata.ext.replace(/^\./, ''),
    },
    {
      id: 'inode',
      header: t('inode'),
      numeric: true,
      wideOnly: true,
      width: '8rem',
      cell: ({ ino }) => ino,
    },
    {
      id: 'size',
      header: t('size'),
      numeric: true,
      width: '5.5rem',
      cell: ({ metadata }) => formatBytes(metadata.size, locale),
    },
    menuColumn('files', ({ metadata }: LibraryFile) => metadata.filename),
  ];
  return (
    <Part part="files" heading={t('files')} count={files.length}>
      <Table label={t('files')} windowedRem={ROW_REM} columns={columns} rows={files} keyOf={({ ino }) => ino} />
    </Part>
  );
}

function Menu({ list, ino, name }: { list: 'tracks' | 'files'; ino: string | undefined; name: string }) {
  const tab = useSelector(usePageRef<ItemRef>(), selectItemFiles);
  return (
    <span ref={handToNextRow} className="flex min-h-9 justify-end touch:min-h-11">
      {tab && ino !== undefined && <fileMenu.View tab={tab} ino={ino} name={name} list={list} />}
    </span>
  );
}

function TrackName({ title, filename }: { title: string; filename: string }) {
  return (
    <>
      <FileName name={title || filename} />
      {title && filename && title !== filename && (
        <span className="block text-xs text-ink-2">
          <FileName name={filename} />
        </span>
      )}
    </>
  );
}

function FileName({ name }: { name: string }) {
  return <bdi className="wrap-anywhere">{name}</bdi>;
}

function Part({
  part,
  heading,
  count,
  children,
}: {
  part: ItemPart;
  heading: string;
  count: number;
  children: React.ReactNode;
}) {
  const page = usePageRef<ItemRef>();
  const open = useSelector(page, isPartOpen(part));
  return (
    <Disclosure heading={heading} note={count} open={open} onToggle={() => page.send({ type: 'item.toggle', part })}>
      {children}
    </Disclosure>
  );
}

import { hasText } from '../../texts/has-text.ts';
import type { ReactNode } from 'react';
import { useSelector } from '@xstate/react';
import { Download, Info, Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import {
  ebooksIn,
  tracksIn,
  type ItemFile,
  selectChangingFile,
  selectDownload,
  selectFiles,
  selectFilesItemId,
  selectHasOrder,
  selectOpenedFile,
  selectShowsPaths,
} from '../../../machines/browse/item/files.logic.ts';
import type { FilesRef } from '../../../machines/browse/item/files.machine.ts';
import type { FolderPicturesRef } from '../../../machines/edit/item-edit/folder-pictures.machine.ts';
import { selectMayDelete, selectMayUpdate } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf, useLinkTo } from '../../app/actors-context.tsx';
import { formatBytes, formatClock } from '../../format/amounts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { handToNextRow } from '../../ui/focus-moves.ts';
import { Heading } from '../../ui/heading.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { FileInfo, FileNews } from './file-info.tsx';
import { FolderPicture } from './folder-picture.tsx';

interface FilesTabProps {
  tab: FilesRef;
  pictures: FolderPicturesRef;
}

export function FilesTab({ tab, pictures }: FilesTabProps) {
  const opened = useSelector(tab, selectOpenedFile);
  return opened ? <FileInfo tab={tab} file={opened} /> : <FileLists tab={tab} pictures={pictures} />;
}

function FileLists({ tab, pictures }: FilesTabProps) {
  const t = useTranslations('editFiles');
  const tItem = useTranslations('item');
  const tPages = useTranslations('pages');
  const locale = useLocale();
  const linkTo = useLinkTo();
  const itemId = useSelector(tab, selectFilesItemId);
  const hasOrder = useSelector(tab, selectHasOrder);
  const files = useSelector(tab, selectFiles);
  const showsPaths = useSelector(tab, selectShowsPaths);
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  if (files.length === 0) return <FormMessage tone="info">{t('none')}</FormMessage>;
  const size = ({ metadata }: ItemFile) => formatBytes(metadata.size, locale);
  const typeOf = ({ fileType }: ItemFile) => {
    const key = `types.${fileType}` as const;
    return hasText(tItem, key) ? tItem(key) : fileType;
  };
  return (
    <div className="flex flex-col gap-5">
      <Switch label={t('fullPath')} checked={showsPaths} onChange={() => tab.send({ type: 'files.togglePaths' })} />
      <FileNews tab={tab} />
      <Section heading={t('ebooks')} files={ebooksIn(files)}>
        {(file) => (
          <FileRow
            key={file.ino}
            file={file}
            showsPath={showsPaths}
            facts={[file.metadata.ext.replace(/^\./, ''), size(file)]}
            actions={<EbookActions tab={tab} file={file} />}
          />
        )}
      </Section>
      <Section
        heading={t('tracks')}
        files={tracksIn(files)}
        action={
          mayUpdate && hasOrder ? (
            <LinkButton size="sm" {...linkTo({ name: 'tracks', id: itemId })}>
              {tPages('tracks')}
            </LinkButton>
          ) : null
        }
      >
        {(file) => (
          <FileRow
            key={file.ino}
            file={file}
            number={file.sound?.index ?? undefined}
            showsPath={showsPaths}
            facts={[
              file.sound?.codec,
              file.sound?.bitRate ? t('kbits', { rate: String(Math.round(file.sound.bitRate / 1000)) }) : null,
              size(file),
              formatClock(file.sound?.duration ?? 0),
            ]}
            actions={null}
          />
        )}
      </Section>
      <Section heading={t('files')} files={files}>
        {(file) => (
          <FileRow
            key={file.ino}
            file={file}
            picture={
              file.fileType === 'image' ? (
                <FolderPicture pictures={pictures} ino={file.ino} className="size-10 shrink-0" />
              ) : null
            }
            showsPath={showsPaths}
            facts={[typeOf(file), file.metadata.ext.replace(/^\./, ''), size(file), `${t('inode')} ${file.ino}`]}
            actions={<FileActions tab={tab} file={file} />}
          />
        )}
      </Section>
    </div>
  );
}

interface SectionProps {
  heading: string;
  files: readonly ItemFile[];
  action?: ReactNode;
  children: (file: ItemFile) => ReactNode;
}

function Section({ heading, files, action, children }: SectionProps) {
  if (files.length === 0) return null;
  return (
    <section>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <Heading level={3} looksLike={4}>
          {heading} <span className="font-normal text-ink-2 tabular-nums">{files.length}</span>
        </Heading>
        {action}
      </div>
      <ul>{files.map(children)}</ul>
    </section>
  );
}

interface FileRowProps {
  file: ItemFile;
  number?: number | undefined;
  picture?: ReactNode;
  showsPath: boolean;
  facts: readonly (string | null | undefined)[];
  actions: ReactNode;
}

function FileRow({ file: { metadata }, number, picture, showsPath, facts, actions }: FileRowProps) {
  return (
    <li
      ref={handToNextRow}
      className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line/60 py-1.5 text-sm"
    >
      {number !== undefined && <span className="w-6 shrink-0 text-end text-ink-2 tabular-nums">{number}</span>}
      {picture}
      <div className="min-w-0 flex-1 basis-32">
        <p className="wrap-anywhere text-ink">
          <bdi>{showsPath ? metadata.path : metadata.relPath}</bdi>
        </p>
        <p className="text-xs text-ink-2 tabular-nums">
          <Dotted>{facts.filter(Boolean)}</Dotted>
        </p>
      </div>
      <div className="ms-auto flex shrink-0 items-center gap-1">{actions}</div>
    </li>
  );
}

interface FileActionsProps {
  tab: FilesRef;
  file: ItemFile;
}

function EbookActions({ tab, file }: FileActionsProps) {
  const t = useTranslations('editFiles');
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  const changing = useSelector(tab, selectChangingFile);
  return (
    <>
      {file.isPrimary && <Badge tone="accent">{t('primary')}</Badge>}
      {mayUpdate && (
        <Button
          size="sm"
          busy={changing === file.ino}
          onClick={() => tab.send({ type: 'files.toggleEbook', ino: file.ino })}
        >
          {t(file.isPrimary ? 'makeSupplementary' : 'makePrimary')}
        </Button>
      )}
    </>
  );
}

function FileActions({ tab, file: { ino, metadata } }: FileActionsProps) {
  const t = useTranslations('editFiles');
  const changing = useSelector(tab, selectChangingFile);
  const download = useSelector(tab, selectDownload);
  const mayDelete = useSelector(useActorRefOf('session'), selectMayDelete);
  const name = metadata.filename;
  return (
    <>
      <IconButton
        label={t('more', { name })}
        tip={t('info')}
        icon={<Info size={18} />}
        data-opens={ino}
        onClick={() => tab.send({ type: 'files.open', ino })}
      />
      <IconButton
        label={t('downloadTitle', { name })}
        tip={t('download')}
        icon={<Download size={18} />}
        aria-disabled={download !== null || undefined}
        onClick={() => tab.send({ type: 'files.download', ino })}
      />
      {mayDelete && (
        <IconButton
          label={t('deleteTitle', { name })}
          tip={t('delete')}
          icon={<Trash2 size={18} />}
          aria-disabled={changing !== null || undefined}
          onClick={() => tab.send({ type: 'files.delete', ino })}
        />
      )}
    </>
  );
}

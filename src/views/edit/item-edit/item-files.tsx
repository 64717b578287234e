import { useSelector } from '@xstate/react';
import { Download, Info, Star, StarOff, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { FilesRef } from '../../../machines/browse/item/files.machine.ts';
import {
  selectChangingFile,
  selectDownload,
  selectFiles,
  selectOpenedFile,
} from '../../../machines/browse/item/files.logic.ts';
import {
  selectMayDelete,
  selectMayDownload,
  selectMayUpdate,
} from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf, useMenu } from '../../app/actors-context.tsx';
import { ItemEditTexts } from '../../shared/item-edit-texts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { MenuEntry } from '../../ui/menu-button.tsx';
import { FileFacts, FileNews } from './file-info.tsx';

interface FileMenuProps {
  tab: FilesRef;
  ino: string;
  /** Its name: the button stays until its row is removed, which may be after the file. */
  name: string;
  /** A file may be in several lists. */
  list: 'ebooks' | 'tracks' | 'files';
}

export function FileMenu(props: FileMenuProps) {
  return (
    <ItemEditTexts>
      <Menu {...props} />
    </ItemEditTexts>
  );
}

export function ItemFilesNews({ tab }: { tab: FilesRef }) {
  return (
    <ItemEditTexts>
      <div className="sticky bottom-3 z-10 flex flex-col gap-3 rounded-md bg-surface-0 not-empty:mt-3">
        <FileNews tab={tab} />
      </div>
      <OpenFile tab={tab} />
    </ItemEditTexts>
  );
}

function OpenFile({ tab }: { tab: FilesRef }) {
  const tCommon = useTranslations('common');
  const file = useSelector(tab, selectOpenedFile);
  if (!file) return null;
  return (
    <Dialog
      open
      textOnly
      width={700}
      title={file.metadata.filename}
      closeLabel={tCommon('close')}
      onDismiss={() => tab.send({ type: 'files.close' })}
    >
      <div className="flex flex-col gap-5">
        <FileFacts tab={tab} file={file} headingLevel={3} />
      </div>
    </Dialog>
  );
}

function Menu({ tab, ino, name, list }: FileMenuProps) {
  const t = useTranslations('editFiles');
  const tCard = useTranslations('card');
  const session = useActorRefOf('session');
  const mayDownload = useSelector(session, selectMayDownload);
  const mayUpdate = useSelector(session, selectMayUpdate);
  const mayDelete = useSelector(session, selectMayDelete);
  const file = useSelector(tab, selectFiles).find((one) => one.ino === ino);
  const isChanging = useSelector(tab, selectChangingFile) !== null;
  const isDownloading = useSelector(tab, selectDownload) !== null;
  const menu = useMenu(`file/${list}/${ino}`);
  const entries: MenuEntry[] = [];
  if (file && mayDownload)
    entries.push({
      kind: 'action',
      id: 'download',
      label: t('download'),
      icon: <Download size={16} />,
      disabled: isDownloading,
      onSelect: () => tab.send({ type: 'files.download', ino }),
    });
  if (file && list === 'ebooks' && mayUpdate)
    entries.push({
      kind: 'action',
      id: 'main',
      label: t(file.isPrimary ? 'makeSupplementary' : 'makePrimary'),
      icon: file.isPrimary ? <StarOff size={16} /> : <Star size={16} />,
      disabled: isChanging,
      onSelect: () => tab.send({ type: 'files.toggleEbook', ino }),
    });
  if (file && list !== 'ebooks')
    entries.push({
      kind: 'action',
      id: 'info',
      label: t('info'),
      icon: <Info size={16} />,
      onSelect: () => tab.send({ type: 'files.open', ino }),
    });
  if (file && mayDelete)
    entries.push({
      kind: 'action',
      id: 'delete',
      label: t('delete'),
      icon: <Trash2 size={16} />,
      tone: 'danger',
      disabled: isChanging,
      onSelect: () => tab.send({ type: 'files.delete', ino }),
    });
  return <MenuButton {...menu} label={tCard('more', { title: name })} entries={entries} />;
}

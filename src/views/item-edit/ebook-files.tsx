import { useSelector } from '@xstate/react';
import { Download, Star, StarOff, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { FilesRef } from '../../machines/item-edit/files.machine.ts';
import { selectChangingFile, selectDownload, selectFiles } from '../../machines/item-edit/files.selectors.ts';
import { selectMayDelete, selectMayDownload, selectMayUpdate } from '../../machines/session/session.selectors.ts';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { ItemEditTexts } from '../library/item-edit-texts.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';
import { FileNews } from './file-news.tsx';

interface EbookMenuProps {
  tab: FilesRef;
  ino: string;
}

/** What else an account may do with an ebook file (areas 28.3): download it, make it the main one or not, delete it. */
export function EbookMenu(props: EbookMenuProps) {
  return (
    <ItemEditTexts>
      <Menu {...props} />
    </ItemEditTexts>
  );
}

/** What became of that. */
export function EbookNews({ tab }: { tab: FilesRef }) {
  return (
    <ItemEditTexts>
      <div className="flex flex-col gap-3 px-2 not-empty:pb-3">
        <FileNews tab={tab} />
      </div>
    </ItemEditTexts>
  );
}

function Menu({ tab, ino }: EbookMenuProps) {
  const t = useTranslations('editFiles');
  const tCard = useTranslations('card');
  const session = useActorRefOf('session');
  const mayDownload = useSelector(session, selectMayDownload);
  const mayUpdate = useSelector(session, selectMayUpdate);
  const mayDelete = useSelector(session, selectMayDelete);
  const file = useSelector(tab, selectFiles).find((one) => one.ino === ino);
  const isChanging = useSelector(tab, selectChangingFile) !== null;
  const isDownloading = useSelector(tab, selectDownload) !== null;
  const menu = useMenu(`ebook/${ino}`);
  if (!file) return null;
  const entries: MenuEntry[] = [];
  if (mayDownload)
    entries.push({
      kind: 'action',
      id: 'download',
      label: t('download'),
      icon: <Download size={16} />,
      disabled: isDownloading,
      onSelect: () => tab.send({ type: 'files.download', ino }),
    });
  if (mayUpdate)
    entries.push({
      kind: 'action',
      id: 'main',
      label: t(file.isPrimary ? 'makeSupplementary' : 'makePrimary'),
      icon: file.isPrimary ? <StarOff size={16} /> : <Star size={16} />,
      disabled: isChanging,
      onSelect: () => tab.send({ type: 'files.toggleEbook', ino }),
    });
  if (mayDelete)
    entries.push({
      kind: 'action',
      id: 'delete',
      label: t('delete'),
      icon: <Trash2 size={16} />,
      tone: 'danger',
      disabled: isChanging,
      onSelect: () => tab.send({ type: 'files.delete', ino }),
    });
  return <MenuButton {...menu} label={tCard('more', { title: file.metadata.filename })} entries={entries} />;
}

import { useSelector } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { EditLibraryRef } from '../../../machines/admin/library-settings/edit-library.machine.ts';
import { selectRemovedFiles } from '../../../machines/admin/library-settings/edit-library.logic.ts';
import { Button } from '../../ui/button.tsx';

export function ToolsTab({ modal }: { modal: EditLibraryRef }) {
  const t = useTranslations('libraryForm.tools');
  const removed = useSelector(modal, selectRemovedFiles);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-2">{t('intro')}</p>
      {(['json', 'abs'] as const).map((ext) => (
        <div
          key={ext}
          className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-danger/40 px-4 py-3"
        >
          <div className="min-w-0">
            <p className="text-sm font-medium">{t(ext)}</p>
            <p className="text-xs text-ink-2">{t('help')}</p>
          </div>
          <Button
            size="sm"
            variant="danger"
            icon={<Trash2 size={15} />}
            busy={removed === ext}
            disabled={removed !== null && removed !== ext}
            aria-label={t('deleteName', { file: `metadata.${ext}` })}
            onClick={() => modal.send({ type: 'editLibrary.removeFiles', ext })}
          >
            {t('delete')}
          </Button>
        </div>
      ))}
    </div>
  );
}

import { useTranslations } from 'use-intl';
import { Dialog } from '../ui/dialog.tsx';
import { Chapters } from './chapters.tsx';

/** The chapters of what is open, to jump to (PLR-057, CON-067). */
export function ChaptersDialog({ onDismiss }: { onDismiss: () => void }) {
  const t = useTranslations('player');
  const tCommon = useTranslations('common');
  return (
    <Dialog
      open
      title={t('chapters')}
      closeLabel={tCommon('close')}
      width={600}
      beginsAtCurrent
      hasTrigger
      onDismiss={onDismiss}
    >
      <Chapters onChosen={onDismiss} />
    </Dialog>
  );
}

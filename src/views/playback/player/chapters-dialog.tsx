import { useTranslations } from 'use-intl';
import { Dialog } from '../../ui/dialog.tsx';
import { Chapters } from './chapters.tsx';

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

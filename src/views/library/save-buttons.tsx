import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';

export interface SaveButtonsProps {
  form: string;
  isSaving: boolean;
  closes: boolean;
  onSaveAndClose: () => void;
}

export function SaveButtons({ form, isSaving, closes, onSaveAndClose }: SaveButtonsProps) {
  const t = useTranslations('itemEdit');
  return (
    <>
      <Button type="submit" form={form} busy={isSaving && !closes} disabled={closes}>
        {t('save')}
      </Button>
      <Button variant="primary" busy={closes} disabled={isSaving && !closes} onClick={onSaveAndClose}>
        {t('saveAndClose')}
      </Button>
    </>
  );
}

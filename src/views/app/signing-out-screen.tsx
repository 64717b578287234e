import { useTranslations } from 'use-intl';

export function SigningOutScreen() {
  const t = useTranslations('app');
  return (
    <span role="status" className="sr-only">
      {t('signingOut')}
    </span>
  );
}

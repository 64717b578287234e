import { useTranslations } from 'use-intl';

/** Shown until the sign-out is done. */
export function SigningOutScreen() {
  const t = useTranslations('app');
  return (
    <span role="status" className="sr-only">
      {t('signingOut')}
    </span>
  );
}

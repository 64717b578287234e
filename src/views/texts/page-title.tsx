import { useTranslations } from 'use-intl';

/** The title of the document: the page, then the program. Pages draw one with their name in it. */
export function PageTitle({ title }: { readonly title: string }) {
  const t = useTranslations('app');
  return <title>{t('title', { page: title })}</title>;
}

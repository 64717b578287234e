import { useTranslations } from 'use-intl';
import { EmptyState } from '../ui/empty-state.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { PageTitle } from '../texts/page-title.tsx';

/** A public link, opened without an account. */
export function SharedScreen() {
  const t = useTranslations('app');
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center bg-surface-0 text-ink outline-none">
      <PageTitle title={t('sharedUnbuilt')} />
      <h1 className="sr-only">{t('sharedUnbuilt')}</h1>
      <EmptyState message={t('sharedUnbuilt')} detail={t('sharedUnbuiltDetail')} />
    </main>
  );
}

/** The moment between the press on 'sign out' and the server's answer. */
export function SigningOutScreen() {
  const t = useTranslations('app');
  return <VisuallyHidden><span role="status">{t('signingOut')}</span></VisuallyHidden>;
}

import { useSelector } from '@xstate/react';
import { LibraryBig } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { HomeRef } from '../../machines/home/home.machine.ts';
import { selectScan } from '../../machines/home/home.selectors.ts';
import { selectIsAdmin } from '../../machines/session/session.selectors.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../app/actors-context.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** Administrators can scan it, open its settings, or add a podcast. */
export function EmptyLibrary() {
  const t = useTranslations('home');
  const tLibrary = useTranslations('library');
  const tNav = useTranslations('nav');
  const page = usePageRef<HomeRef>();
  const linkTo = useLinkTo();
  const library = useCurrentLibrary();
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const scan = useSelector(page, selectScan);
  const icon = <LibraryBig size={26} />;
  if (!isAdmin) return <EmptyState icon={icon} message={tLibrary('empty')} detail={t('emptyForUsers')} />;
  if (scan === 'running') return <EmptyState icon={icon} message={t('scanning')} detail={t('scanningDetail')} />;
  return (
    <EmptyState
      icon={icon}
      message={tLibrary('empty')}
      detail={t('emptyForAdmins')}
      action={
        <>
          {library?.mediaType === 'podcast' && (
            <LinkButton variant="primary" {...linkTo({ name: 'libraryPodcastSearch', libraryId: library.id })}>
              {tNav('addPodcast')}
            </LinkButton>
          )}
          <Button
            variant={library?.mediaType === 'podcast' ? undefined : 'primary'}
            busy={scan === 'asking'}
            onClick={() => page.send({ type: 'home.scan' })}
          >
            {t('scan')}
          </Button>
          <LinkButton {...linkTo({ name: 'configLibraries' })}>{t('configure')}</LinkButton>
        </>
      }
    />
  );
}

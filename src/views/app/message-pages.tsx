import { useSelector } from '@xstate/react';
import { Construction, LibraryBig } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectIsAdmin } from '../../machines/app/session/session.selectors.ts';
import type { RouteName } from '../../machines/kit/router/routes.ts';
import { LinkButton } from '../ui/links.tsx';
import { useActorRefOf, useLinkTo } from './actors-context.tsx';
import { MessagePage } from '../shared/message-page.tsx';

export function Unbuilt({ name }: { name: RouteName }) {
  const t = useTranslations();
  const page = t(`pages.${name}`);
  return (
    <MessagePage
      title={page}
      icon={<Construction size={26} />}
      message={t('app.unbuilt', { page })}
      detail={t('app.unbuiltDetail')}
    />
  );
}

export function Unknown() {
  const t = useTranslations('app');
  const code = 404;
  return (
    <MessagePage
      title={t('errorCode', { code: String(code) })}
      icon={<span className="text-sm font-semibold tabular-nums">{code}</span>}
      message={t('notFound')}
      detail={t('notFoundDetail')}
    />
  );
}

export function NoLibrary() {
  const t = useTranslations('app');
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const linkTo = useLinkTo();
  return (
    <MessagePage
      icon={<LibraryBig size={26} />}
      message={t(isAdmin ? 'firstLibrary' : 'noLibrary')}
      detail={t(isAdmin ? 'firstLibraryDetail' : 'noLibraryDetail')}
      action={
        isAdmin ? (
          <LinkButton variant="primary" {...linkTo({ name: 'configLibraries' })}>
            {t('addLibrary')}
          </LinkButton>
        ) : null
      }
    />
  );
}

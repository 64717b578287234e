import { useSelector } from '@xstate/react';
import { Construction, LibraryBig, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { selectIsAdmin } from '../../machines/session/session.selectors.ts';
import type { RouteName } from '../../machines/router/routes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Heading } from '../ui/heading.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { useActorRefOf, useLinkTo } from './actors-context.tsx';
import { PageTitle } from '../texts/page-title.tsx';

/** A page that is planned and not made yet. */
export function Unbuilt({ name }: { name: RouteName }) {
  const t = useTranslations();
  const page = t(`pages.${name}`);
  return <Notice title={page} icon={<Construction size={26} />} message={t('app.unbuilt')} detail={t('app.unbuiltDetail', { page })} />;
}

/** An address of no page: the error page (RTE-034 to RTE-036). */
export function Unknown() {
  const t = useTranslations();
  return <ErrorNotice code={404} message={t('app.notFound')} detail={t('app.notFoundDetail')} />;
}

/** The account lacks the right that the page needs. */
export function Forbidden() {
  const t = useTranslations('app');
  return <Notice title={t('forbidden')} icon={<LockKeyhole size={26} />} message={t('forbidden')} detail={t('forbiddenDetail')} />;
}

/** There is no library for this account (areas 2.4; root is sent to the settings instead). */
export function NoLibrary() {
  const t = useTranslations();
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const linkTo = useLinkTo();
  return (
    <Notice
      title={t('app.noLibrary')}
      icon={<LibraryBig size={26} />}
      message={t('app.noLibrary')}
      detail={t(isAdmin ? 'app.noLibraryAdmin' : 'app.noLibraryDetail')}
      action={isAdmin ? <LinkButton variant="primary" {...linkTo({ name: 'configLibraries' })}>{t('pages.configLibraries')}</LinkButton> : null}
    />
  );
}

/** The error page: a code, a message, and the way to the start page. */
export function ErrorNotice({ code = 500, message, detail }: { code?: number | undefined; message?: string | undefined; detail?: string | undefined }) {
  const t = useTranslations('app');
  return <Notice title={t('errorCode', { code: String(code) })} icon={<span className="text-sm font-semibold tabular-nums">{code}</span>} message={message ?? t('error')} detail={detail} />;
}

interface NoticeProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly message: string;
  readonly detail?: string | undefined;
  readonly action?: ReactNode;
}

function Notice({ title, icon, message, detail, action }: NoticeProps) {
  const t = useTranslations('common');
  const linkTo = useLinkTo();
  return (
    <>
      <PageTitle title={title} />
      <Heading level={1} className="sr-only">{title}</Heading>
      <EmptyState
        icon={icon}
        message={message}
        detail={detail}
        action={action === undefined ? <LinkButton variant="primary" {...linkTo({ name: 'index' })}>{t('goHome')}</LinkButton> : action}
      />
    </>
  );
}

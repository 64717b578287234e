import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageHeading, PageTitle } from '../texts/page-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { useLinkTo } from '../app/actors-context.tsx';

interface MessagePageProps {
  title?: string | undefined;
  icon: ReactNode;
  message: string;
  detail?: string | undefined;
  action?: ReactNode;
}

export function MessagePage({ title, icon, message, detail, action }: MessagePageProps) {
  const t = useTranslations('common');
  const linkTo = useLinkTo();
  return (
    <>
      {title === undefined ? <PageTitle title={message} /> : <PageHeading title={title} />}
      <EmptyState
        isHeading={title === undefined}
        icon={icon}
        message={message}
        detail={detail}
        action={
          action === undefined ? (
            <LinkButton variant="primary" {...linkTo({ name: 'index' })}>
              {t('goHome')}
            </LinkButton>
          ) : (
            action
          )
        }
      />
    </>
  );
}

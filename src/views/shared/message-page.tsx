import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSelector } from '@xstate/react';
import { PageHeading, PageTitle } from '../texts/page-title.tsx';
import { EmptyState, FailedState, OfflineState } from '../ui/empty-state.tsx';
import { FormMessage } from '../ui/field.tsx';
import { LinkButton } from '../ui/links.tsx';
import { useLinkTo, useActorRefOf } from '../app/actors-context.tsx';
import { selectIsOffline } from '../../machines/account/connectivity/connectivity.selectors.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { errorText } from '../texts/error-text.ts';

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

/** A failed page with its reason and a retry. Offline, the banner has the reason. */
export function FailedPage({
  message,
  error,
  detail,
  isHeading,
  onRetry,
}: {
  message?: string | undefined;
  error: AppError | null;
  /** Replaces the text of the error. */
  detail?: string | undefined;
  /** Its message is the level 1 heading of the page, and its title. */
  isHeading?: boolean | undefined;
  onRetry: () => void;
}) {
  const t = useTranslations();
  const isOffline = useSelector(useActorRefOf('connectivity'), selectIsOffline);
  const State = isOffline ? OfflineState : FailedState;
  const text = message ?? t('errors.loadFailed');
  return (
    <>
      {isHeading && <PageTitle title={text} />}
      <State
        message={text}
        detail={isOffline ? null : (detail ?? (error && errorText(t, error)))}
        retryLabel={t('common.retry')}
        isHeading={isHeading}
        onRetry={onRetry}
      />
    </>
  );
}

/** What failed in a part of a page, and why. */
export function ErrorMessage({ text, error }: { text: string; error: AppError | null }) {
  const t = useTranslations();
  return (
    error && (
      <FormMessage tone="danger">
        {text} {errorText(t, error)}
      </FormMessage>
    )
  );
}

import { useTranslations } from 'use-intl';
import type { AppError } from '../../../schemas/app-error.ts';
import { FailedPage } from '../../shared/message-page.tsx';
import { feedErrorText } from '../../shared/podcast-texts.tsx';

/** Needs the texts of podcasts. */
export function FeedFailed({
  message,
  error,
  url,
  onRetry,
}: {
  message: string;
  error: AppError | null;
  url: string;
  onRetry: () => void;
}) {
  const t = useTranslations();
  return (
    <FailedPage
      message={message}
      error={error}
      detail={error ? feedErrorText(t, error, url) : undefined}
      onRetry={onRetry}
    />
  );
}

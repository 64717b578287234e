import type { ReactNode } from 'react';
import texts from '../../locales/en-us/podcast.json';
import { WithTexts } from '../texts/with-texts.tsx';
import type { AppError } from '../../schemas/app-error.ts';
import { errorText, withText, type Translate } from '../texts/error-text.ts';

export function PodcastTexts({ children }: { children: ReactNode }) {
  return <WithTexts texts={texts}>{children}</WithTexts>;
}

/** Blames the address, the feed itself, or the server. */
export function feedErrorText(t: Translate, error: AppError, url: string): string {
  if (error.kind !== 'notFound' && error.kind !== 'rejected') return errorText(t, error);
  return withText(t, t('feedFailed.unread', { url }), error.message);
}

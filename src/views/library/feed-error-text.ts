import type { AppError } from '../../schemas/app-error.ts';
import { errorText, withText, type Translate } from '../texts/error-text.ts';

/** Blames the address, the feed itself, or the server. */
export function feedErrorText(t: Translate, error: AppError, url: string): string {
  if (error.kind !== 'notFound' && error.kind !== 'rejected') return errorText(t, error);
  return withText(t, t('feedFailed.unread', { url }), error.message);
}

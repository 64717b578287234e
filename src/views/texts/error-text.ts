import type { useTranslations } from 'use-intl';
import type { AppError } from '../../schemas/app-error.ts';

/** The translator of a view without namespace: `useTranslations()`. */
export type Translate = ReturnType<typeof useTranslations<never>>;

/** The text of an error: what went wrong and what to do (NTF-004), with the server's own words where it sent some. */
export function errorText(t: Translate, error: AppError): string {
  switch (error.kind) {
    case 'network':
    case 'timeout':
    case 'aborted':
    case 'missingCode':
      return t(`errors.${error.kind}`);
    case 'unauthorized':
      return t('errors.unauthorized');
    case 'rateLimited':
      return t('errors.rateLimited', { minutes: waitMinutes(error.retryAfterSeconds) });
    case 'forbidden':
    case 'notFound':
    case 'conflict':
    case 'tooLarge':
    case 'rejected':
    case 'server':
      return withText(t, t(`errors.${error.kind}`), error.message);
    case 'contract':
      return t('errors.contract', { endpoint: error.endpoint });
    case 'unexpected':
      return t('errors.unexpected', { message: error.message });
  }
}

/** Whole minutes to wait after a 429; 0 when the server does not say. */
export function waitMinutes(seconds: number | null): number {
  return seconds === null ? 0 : Math.ceil(seconds / 60);
}

/** An explanation, and the words of the server where they help. */
export function withText(t: Translate, explanation: string, text: string): string {
  return isWords(text) ? t('errors.withText', { explanation, text: text.trim() }) : explanation;
}

/** Not a status name ('Forbidden') or a page of HTML, which help nobody. */
function isWords(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.includes(' ') && !trimmed.startsWith('<') && trimmed.length <= 300;
}

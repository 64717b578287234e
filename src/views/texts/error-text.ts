import type { useTranslations } from 'use-intl';
import type { AppError } from '../../schemas/app-error.ts';

/** From `useTranslations()`, without namespace. */
export type Translate = ReturnType<typeof useTranslations<never>>;

/** With the server's own text, if there is one. */
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

/** Whole minutes to wait after a 429; 0 when unknown. */
export function waitMinutes(seconds: number | null): number {
  return seconds === null ? 0 : Math.ceil(seconds / 60);
}

export function withText(t: Translate, explanation: string, text: string): string {
  const words = serverWords(text);
  return words === '' ? explanation : t('errors.withText', { explanation, text: words });
}

/** Status names, in any case, which servers send without a reason. */
const STATUS_NAMES =
  'bad request|unauthorized|forbidden|not found|conflict|payload too large|internal server error|bad gateway|' +
  'service unavailable|gateway timeout';

/** The text of the server; empty for a status name. */
export function serverWords(text: string): string {
  const trimmed = text.trim();
  return STATUS_NAMES.split('|').includes(trimmed.toLowerCase()) ? '' : trimmed;
}

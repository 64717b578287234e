import type { Refusal } from '../../machines/batch-edit/update-sender.actor.ts';
import { errorText, type Translate } from '../texts/error-text.ts';

export function refusalText(t: Translate, refusal: Refusal): string {
  return refusal.kind === 'gone' || refusal.kind === 'ignored' ? t(`batch.${refusal.kind}`) : errorText(t, refusal);
}

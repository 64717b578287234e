import { useTranslations } from 'use-intl';
import type { SheetHead } from '../ui/popup.ts';

/** The head of a popup that is a sheet on phones. */
export function useSheet(title: string): SheetHead {
  return { title, closeLabel: useTranslations('common')('close') };
}

import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { isPartOpen } from '../../machines/item/item.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { SanitizedHtml } from '../ui/sanitized-html.tsx';

/** Lines of a description before 'show more'. */
const LINES = 6;

/** The description: HTML of anybody, made safe (server facts 1). */
export function ItemDescription({ html }: { html: string | null }) {
  const t = useTranslations('item');
  const page = usePageRef<ItemRef>();
  const expanded = useSelector(page, isPartOpen('description'));
  if (!html?.trim()) return null;
  return (
    <section aria-label={t('description')} className="measure text-ink">
      <SanitizedHtml
        html={html}
        clamp={{ lines: LINES, expanded, onToggle: () => page.send({ type: 'item.toggle', part: 'description' }), moreLabel: t('showMore'), lessLabel: t('showLess') }}
      />
    </section>
  );
}

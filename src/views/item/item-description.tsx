import { useSelector } from '@xstate/react';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { isPartOpen } from '../../machines/item/item.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { Description } from '../library/description.tsx';

export function ItemDescription({ html }: { html: string | null }) {
  const page = usePageRef<ItemRef>();
  const expanded = useSelector(page, isPartOpen('description'));
  return (
    <Description
      html={html}
      expanded={expanded}
      onToggle={() => page.send({ type: 'item.toggle', part: 'description' })}
    />
  );
}

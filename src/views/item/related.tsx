import { useSelector } from '@xstate/react';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { selectRelated } from '../../machines/item/item.selectors.ts';
import type { RelatedRef } from '../../machines/item/related.machine.ts';
import { selectHasRelated } from '../../machines/item/related.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { chunk } from '../ui/chunk.tsx';

const rows = chunk(async () => (await import('./related-rows.tsx')).RelatedRows);

export function Related() {
  const related = useSelector(usePageRef<ItemRef>(), selectRelated);
  return related ? <Found related={related} /> : null;
}

function Found({ related }: { related: RelatedRef }) {
  return useSelector(related, selectHasRelated) ? <rows.View related={related} /> : null;
}

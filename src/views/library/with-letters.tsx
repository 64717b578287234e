import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { LettersRef } from '../../machines/windowed-list/letters.machine.ts';
import { selectLetterOrder } from '../../machines/windowed-list/letters.selectors.ts';
import type { ListRef } from '../../machines/windowed-list/windowed-list.protocol.ts';
import { chunk } from '../ui/chunk.tsx';

const letterBar = chunk(async () => (await import('./letter-bar.tsx')).LetterBar, null);

/**
 * A list with letters at its end, where it is long and sorted by name. Fingers need more room than beside the content.
 */
export function WithLetters({ list, letters, children }: { list: ListRef; letters: LettersRef; children: ReactNode }) {
  const order = useSelector(list, selectLetterOrder);
  return (
    <>
      {order && <letterBar.View list={list} letters={letters} isDescending={order === 'descending'} />}
      <div
        className={
          order
            ? '[@container(height>=26rem)]:phone:pe-[calc(2.75rem-var(--page-inset))] [@container(height>=26rem)]:touch:pe-[calc(2.75rem-var(--page-inset))]'
            : undefined
        }
      >
        {children}
      </div>
    </>
  );
}

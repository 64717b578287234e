import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { emptyLetters, letterOfRank, LETTERS } from '../../machines/kit/windowed-list/letters.logic.ts';
import type { LettersRef } from '../../machines/kit/windowed-list/letters.machine.ts';
import {
  selectFound,
  selectIsSearching,
  selectKnown,
  selectNames,
  selectTop,
  selectWantedLetter,
} from '../../machines/kit/windowed-list/letters.selectors.ts';
import type { ListRef } from '../../machines/kit/windowed-list/windowed-list.protocol.ts';
import { selectLength } from '../../machines/kit/windowed-list/windowed-list.selectors.ts';
import { LetterStrip } from '../ui/letter-strip.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

const BACKWARDS = LETTERS.toReversed();

interface LetterBarProps {
  list: ListRef;
  letters: LettersRef;
  isDescending: boolean;
}

export function LetterBar({ list, letters, isDescending }: LetterBarProps) {
  const t = useTranslations('letters');
  const wanted = useSelector(letters, selectWantedLetter);
  const found = useSelector(letters, selectFound);
  const isSearching = useSelector(letters, selectIsSearching);
  const isHere = useSelector(
    list,
    ({ context: { shownQuery, window } }) =>
      found !== null && found.query === shownQuery && found.index >= window.first && found.index <= window.last,
  );
  const isAtEnd = useSelector(list, ({ context: { total, window } }) => window.last === total - 1);
  const query = useSelector(list, ({ context }) => context.shownQuery);
  const total = useSelector(list, selectLength);
  const names = useSelector(letters, selectNames);
  const known = useSelector(letters, selectKnown);
  const isKnown = names?.query === query && names?.total === total;
  const empty = useMemo(
    () => (isKnown ? emptyLetters(known, total, isDescending) : []),
    [isKnown, known, total, isDescending],
  );
  /** At its end the list doesn't come up to the letter. */
  const isFoundOnTop = useSelector(letters, (snapshot) => {
    const { first, last } = selectTop(snapshot);
    return found !== null && found.index >= first && (found.index <= last || isAtEnd);
  });
  const onTop = useSelector(letters, (snapshot) => {
    const rank = selectKnown(snapshot).get(selectTop(snapshot).first);
    return rank === undefined ? null : letterOfRank(rank);
  });
  const current = isFoundOnTop && found && isHere ? found.letter : isKnown ? onTop : null;
  const place =
    found && isHere
      ? { letter: found.requested, place: found.index + 1, total: found.total, next: found.letter }
      : null;
  return (
    <>
      <LetterStrip
        label={t('label')}
        letters={isDescending ? BACKWARDS : LETTERS}
        current={isSearching ? wanted : current}
        empty={empty}
        unknown={t('none')}
        onChoose={(letter) => letters.send({ type: 'letters.find', letter })}
        onTouch={(letter) => letters.send({ type: 'letters.touch', letter })}
      />
      <VisuallyHidden>
        <span role="status">
          {place !== null && !isSearching && (place.letter === place.next ? t('found', place) : t('foundNext', place))}
        </span>
      </VisuallyHidden>
    </>
  );
}

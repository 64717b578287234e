import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { LETTERS } from '../../machines/windowed-list/letters.logic.ts';
import type { LettersRef } from '../../machines/windowed-list/letters.machine.ts';
import { selectFound, selectIsSearching, selectWantedLetter } from '../../machines/windowed-list/letters.selectors.ts';
import type { ListRef } from '../../machines/windowed-list/windowed-list.protocol.ts';
import { selectIgnoresPrefix } from '../../machines/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
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
  const ignoresPrefix = useSelector(useActorRefOf('session'), selectIgnoresPrefix);
  const isHere = useSelector(
    list,
    ({ context: { shownQuery, window } }) =>
      found !== null && found.query === shownQuery && found.index >= window.first && found.index <= window.last,
  );
  const place =
    found && isHere
      ? { letter: found.requested, place: found.index + 1, total: found.total, next: found.letter }
      : null;
  return (
    <>
      <LetterStrip
        label={t('label')}
        letters={isDescending ? BACKWARDS : LETTERS}
        chosen={isSearching ? wanted : (place?.letter ?? null)}
        nothingChosen={t('none')}
        onChoose={(letter) => letters.send({ type: 'letters.find', letter, ignoresPrefix })}
        onTouch={(letter) => letters.send({ type: 'letters.touch', letter, ignoresPrefix })}
      />
      <VisuallyHidden>
        <span role="status">
          {place !== null && !isSearching && (place.letter === place.next ? t('found', place) : t('foundNext', place))}
        </span>
      </VisuallyHidden>
    </>
  );
}

import { useTranslations } from 'use-intl';
import { filteredShelf } from '../../machines/item/item.selectors.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { ChipLink } from '../ui/chip.tsx';

interface ItemChipsProps {
  libraryId: string;
  genres: readonly string[];
  tags: readonly string[];
}

/** Genres and tags, each leading to the shelf of what has it too (ITM-003). */
export function ItemChips({ libraryId, genres, tags }: ItemChipsProps) {
  const t = useTranslations('item');
  const linkTo = useLinkTo();
  const groups = [
    { group: 'genres' as const, label: t('genres'), names: genres },
    { group: 'tags' as const, label: t('tags'), names: tags },
  ].filter(({ names }) => names.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {groups.map(({ group, label, names }) => (
        <ul key={group} aria-label={label} className="flex min-w-0 flex-wrap gap-2">
          {names.map((name) => <li key={name} className="max-w-full"><ChipLink {...linkTo(filteredShelf(libraryId, group, name))}>{name}</ChipLink></li>)}
        </ul>
      ))}
    </div>
  );
}

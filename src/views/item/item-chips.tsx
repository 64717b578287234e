import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import { filteredShelf } from '../../machines/item/item.logic.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { ChipLink } from '../ui/chip.tsx';

interface ItemChipsProps {
  libraryId: string;
  genres: readonly string[];
  tags: readonly string[];
}

export function ItemChips({ libraryId, genres, tags }: ItemChipsProps) {
  const t = useTranslations('item');
  const linkTo = useLinkTo();
  const groups = [
    { group: 'genres' as const, label: t('genres'), names: genres, look: 'outlined' as const },
    { group: 'tags' as const, label: t('tags'), names: tags, look: 'filled' as const },
  ].filter(({ names }) => names.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      {groups.map(({ group, label, names, look }) => (
        <Fragment key={group}>
          <span aria-hidden="true" className="flex min-h-8 items-center text-sm text-ink-3 touch:min-h-11">
            {label}
          </span>
          <ul aria-label={label} className="flex min-w-0 flex-wrap gap-2">
            {names.map((name) => (
              <li key={name} className="max-w-full">
                <ChipLink look={look} {...linkTo(filteredShelf(libraryId, group, name))}>
                  {name}
                </ChipLink>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}

import { hasText } from '../texts/has-text.ts';
import { ArrowDown, ArrowUp, Shuffle } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hasDirection } from '../../machines/browse/bookshelf/query.logic.ts';
import { useMenu } from '../app/actors-context.tsx';
import { useSheet } from '../texts/use-sheet.ts';
import { MenuButton } from '../ui/menu-button.tsx';

interface SortMenuProps<Key extends string> {
  id: string;
  sorts: readonly Key[];
  sort: string;
  desc: boolean;
  onChoose: (key: Key) => void;
}

/** Choosing the active key again reverses it. */
export function SortMenu<Key extends string>({ id, sorts, sort, desc, onChoose }: SortMenuProps<Key>) {
  const t = useTranslations('bookshelf');
  const menu = useMenu(id);
  const direction = desc ? t('descending') : t('ascending');
  const nameOf = (key: string) => {
    const name = `sorts.${key}` as const;
    return hasText(t, name) ? t(name) : key;
  };
  const orderOf = (key: string) =>
    hasDirection(key) ? t('sortEntry', { key: nameOf(keyName(key)), direction }) : nameOf(keyName(key));
  return (
    <MenuButton
      {...menu}
      width={232}
      label={t('sortedBy', { order: orderOf(sort) })}
      text={nameOf(keyName(sort))}
      iconOnPhone
      sheet={useSheet(t('sort'))}
      icon={hasDirection(sort) ? desc ? <ArrowDown size={16} /> : <ArrowUp size={16} /> : <Shuffle size={16} />}
      entries={[
        {
          kind: 'choice',
          id: 'sorts',
          label: t('sort'),
          value: sort,
          options: sorts.map((key) => ({
            value: key,
            label: key === sort ? orderOf(key) : nameOf(keyName(key)),
          })),
          closes: true,
          onChoose: (value) => {
            const key = sorts.find((sort) => sort === value);
            if (key) onChoose(key);
          },
        },
      ]}
    />
  );
}

/** `media.metadata.title` is `title` in the catalogue: its keys have no dots. */
function keyName(key: string): string {
  return key.split('.').at(-1) ?? key;
}

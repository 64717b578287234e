import { Fragment } from 'react';
import { useLocale } from 'use-intl';
import { AppLink } from '../ui/app-link.tsx';

export interface LinkListEntry {
  key: string;
  name: string;
  to: string;
  onPrefetch?: (() => void) | undefined;
}

/** Joined as in the locale: 'A, B and C'. */
export function LinkList({ entries }: { entries: readonly LinkListEntry[] }) {
  const locale = useLocale();
  const parts = new Intl.ListFormat(locale).formatToParts(entries.map((_, index) => String(index)));
  return parts.map((part, at) => {
    const entry = part.type === 'element' ? entries[Number(part.value)] : undefined;
    if (!entry) return <Fragment key={at}>{part.value}</Fragment>;
    return (
      <AppLink
        key={entry.key}
        to={entry.to}
        onPrefetch={entry.onPrefetch}
        className="text-inherit decoration-line-strong underline-offset-3 hover:text-accent-text"
      >
        <bdi>{entry.name}</bdi>
      </AppLink>
    );
  });
}

import type { ReactNode } from 'react';
import type { ShownItem } from '../../machines/library/shown-item.logic.ts';
import { ItemAlerts } from './item-alerts.tsx';
import { ItemCover } from './item-cover.tsx';

interface ItemLayoutProps {
  item: ShownItem;
  title: string;
  /** For the placeholder; may be empty. */
  author: string;
  head: ReactNode;
  children: ReactNode;
}

export function ItemLayout({ item, title, author, head, children }: ItemLayoutProps) {
  return (
    <article className="mx-auto flex max-w-6xl gap-10 phone:gap-5 max-sm:flex-col">
      <ItemCover item={item} title={title} author={author} />
      <div className="flex min-w-0 flex-1 flex-col gap-5">
        <ItemAlerts item={item} />
        <header className="flex flex-col gap-1.5">
          <h1
            dir="auto"
            className="text-match text-3xl leading-tight font-semibold tracking-tight text-balance text-ink phone:text-2xl"
          >
            {title}
          </h1>
          {head}
        </header>
        {children}
      </div>
    </article>
  );
}

import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Route } from '../../machines/kit/router/routes.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { Toolbar } from '../ui/app-bar.tsx';
import { AppLink } from '../ui/links.tsx';
import { useCurrentLibrary } from './use-library.ts';

interface TrailToolbarProps {
  back: { readonly to: Route; readonly text: string } | null;
  name: string | null;
  end?: ReactNode;
}

export function TrailToolbar({ back, name, end }: TrailToolbarProps) {
  const t = useTranslations('item');
  const linkTo = useLinkTo();
  return (
    <Toolbar
      label={t('toolbar')}
      className={end === undefined ? 'narrow:hidden' : undefined}
      start={
        <>
          {back && (
            <AppLink
              {...linkTo(back.to)}
              className="flex min-h-8 max-w-1/2 shrink-0 items-center rounded-sm text-sm text-ink-2 no-underline hover:text-ink touch:min-h-11"
            >
              <span dir="auto" className="truncate">
                {back.text}
              </span>
            </AppLink>
          )}
          {back && name !== null && (
            <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-ink-3 rtl:-scale-x-100" />
          )}
          {name !== null && (
            <p aria-hidden="true" dir="auto" className="truncate text-sm font-medium text-ink">
              {name}
            </p>
          )}
        </>
      }
      end={end}
    />
  );
}

export function LibraryTrail({ name }: Pick<TrailToolbarProps, 'name'>) {
  const library = useCurrentLibrary();
  return (
    <TrailToolbar
      back={library && { to: { name: 'bookshelf', libraryId: library.id }, text: library.name }}
      name={library && name}
    />
  );
}

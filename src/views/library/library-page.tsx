import type { ReactNode } from 'react';
import type { AppError } from '../../schemas/app-error.ts';
import { PageHeading } from '../texts/page-title.tsx';
import { LibraryNotFound } from './library-not-found.tsx';
import { useCurrentLibrary } from './use-library.ts';

interface LibraryPageProps {
  title: string;
  heading: (library: string) => string;
  error: AppError | null;
  children: ReactNode;
}

export function LibraryPage({ title, heading, error, children }: LibraryPageProps) {
  const library = useCurrentLibrary();
  if (error?.kind === 'notFound' || error?.kind === 'forbidden') return <LibraryNotFound />;
  return (
    <>
      <PageHeading title={library ? heading(library.name) : title} />
      {children}
    </>
  );
}

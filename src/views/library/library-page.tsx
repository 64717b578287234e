import type { ReactNode } from 'react';
import type { AppError } from '../../schemas/app-error.ts';
import { PageHeading } from '../texts/page-title.tsx';
import { LibraryNotFound } from './library-not-found.tsx';
import { useCurrentLibrary } from './use-library.ts';

interface LibraryPageProps {
  /** Title while the name of the library is not known. */
  title: string;
  /** Title and heading, made with the name of the library. */
  heading: (library: string) => string;
  /** Why the page failed to load. */
  error: AppError | null;
  children: ReactNode;
}

/** A page about a whole library: title, heading and content; 'Library not found' where the server says so. */
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

import { PageTitle } from '../texts/page-title.tsx';
import { useCurrentLibrary } from './use-library.ts';

/** Title and heading of a page about a whole library. `heading` is made with its name; `title` stands until that is known. */
export function LibraryHeading({ title, heading }: { title: string; heading: (library: string) => string }) {
  const library = useCurrentLibrary();
  return (
    <>
      <PageTitle title={library?.name ?? title} />
      <h1 className="sr-only">{library ? heading(library.name) : title}</h1>
    </>
  );
}

import { PageTitle } from '../texts/page-title.tsx';
import { useCurrentLibrary } from './use-library.ts';

/** Title and heading of a page about a whole library: made with its name, `title` until that is known. */
export function LibraryHeading({ title, heading }: { title: string; heading: (library: string) => string }) {
  const library = useCurrentLibrary();
  const text = library ? heading(library.name) : title;
  return (
    <>
      <PageTitle title={text} />
      <h1 className="sr-only">{text}</h1>
    </>
  );
}

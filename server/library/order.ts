import type { Library } from '../store/libraries.repo.ts';

/** Numbers libraries from 1 in the requested order; the others keep their place. Returns the changed ones. */
export function moveTo(libraries: readonly Library[], requested: ReadonlyMap<string, number>): Library[] {
  const place = (library: Library): number => {
    const at = requested.get(library.id);
    return at !== undefined && Number.isFinite(at) ? at : library.displayOrder;
  };
  const sorted = [...libraries].sort(
    (a, b) => place(a) - place(b) || Number(requested.has(b.id)) - Number(requested.has(a.id)),
  );
  return sorted.flatMap((library, i) => (library.displayOrder === i + 1 ? [] : [{ ...library, displayOrder: i + 1 }]));
}

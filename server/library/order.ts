import type { Library } from '../store/libraries.repo.ts';

/** Libraries numbered from 1 in the wished order; those without a wish keep their place among the rest. Only changed ones. */
export function moveTo(libraries: readonly Library[], wishes: ReadonlyMap<string, number>): Library[] {
  const place = (library: Library): number => {
    const wish = wishes.get(library.id);
    return wish !== undefined && Number.isFinite(wish) ? wish : library.displayOrder;
  };
  const sorted = [...libraries].sort((a, b) => place(a) - place(b) || Number(wishes.has(b.id)) - Number(wishes.has(a.id)));
  return sorted.flatMap((library, i) => (library.displayOrder === i + 1 ? [] : [{ ...library, displayOrder: i + 1 }]));
}

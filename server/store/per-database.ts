import type { Database } from './database.ts';

/** One repository for each open database, made when it is first needed. */
export function perDatabase<Repository>(make: (database: Database) => Repository): (database: Database) => Repository {
  const made = new WeakMap<Database, Repository>();
  return (database) => {
    const repository = made.get(database) ?? make(database);
    made.set(database, repository);
    return repository;
  };
}

import { perDatabase } from '../store/per-database.ts';

export interface CustomProvider {
  readonly id: string;
  readonly name: string;
  readonly mediaType: 'book' | 'podcast';
  readonly url: string;
  /** Sent as the Authorization header of each request; a secret. */
  readonly authHeaderValue: string | null;
  /** Times in ms. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Search services that an administrator added. */
export const customProvidersIn = perDatabase((database) => {
  const columns = 'id, name, mediaType, url, authHeaderValue, createdAt, updatedAt';
  return {
    all: () => database.all<CustomProvider>(`SELECT ${columns} FROM customMetadataProviders ORDER BY createdAt, rowid`),
    byId: (id: string) =>
      database.get<CustomProvider>(`SELECT ${columns} FROM customMetadataProviders WHERE id = ?`, id),
    add: (provider: CustomProvider): void =>
      void database.run(
        'INSERT INTO customMetadataProviders (id, name, url, mediaType, authHeaderValue, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?, ?)',
        provider.id,
        provider.name,
        provider.url,
        provider.mediaType,
        provider.authHeaderValue,
        provider.createdAt,
        provider.updatedAt,
      ),
    remove: (id: string): void => void database.run('DELETE FROM customMetadataProviders WHERE id = ?', id),
  };
});

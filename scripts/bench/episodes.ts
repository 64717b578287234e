import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createItemRepository } from '../../server/items/items.repo.ts';
import type { Episode, PodcastItem } from '../../server/items/model.ts';
import { walkItems } from '../../server/scan/walk.ts';
import type { FoundItem } from '../../server/scan/types.ts';
import { openStore } from '../../server/store/index.ts';
import { defaultLibrarySettings, type Library } from '../../server/store/libraries.repo.ts';

/** Podcasts, and the episodes of each. */
const [PODCASTS, EPISODES] = [10, 1000];
const DAY_MS = 86_400_000;

/**
 * Creates one library of ten podcasts with a thousand episodes each, directly in the store of a data folder with the
 * demo. Each episode has a demo episode's sound as a file of its own (a hard link), so that scans find everything
 * unchanged. The demo's own libraries are removed. `media`: folder for the sound; the store keeps its absolute path.
 * Returns the id of the library, and the title of one of its podcasts.
 */
export async function makePodcasts(dataDir: string, media: string): Promise<{ libraryId: string; title: string }> {
  const store = openStore(dataDir);
  try {
    const items = createItemRepository(store.database, () => ['the', 'a']);
    const [known] = store.database.all<{ id: string }>("SELECT id FROM libraryItems WHERE mediaType = 'podcast'");
    const model = known && items.load(known.id);
    if (model?.mediaType !== 'podcast') throw new Error('The demo has no podcast');
    const library = newLibrary(media);
    store.libraries.save(library);
    makeFiles(media, model);
    let number = 0;
    for await (const folder of await walkItems(media, { audioOnly: true })) {
      items.save(podcastOf(model, library, folder, number));
      number += 1;
    }
    for (const other of store.libraries.all()) if (other.id !== library.id) store.libraries.remove(other.id);
    return { libraryId: library.id, title: titleOf(1) };
  } finally {
    store.close();
  }
}

const titleOf = (number: number) => `Podcast ${number + 1}`;

function makeFiles(media: string, model: PodcastItem): void {
  const source = model.episodes[0]?.audioFile?.metadata.path;
  if (source === undefined) throw new Error('The model has no sound');
  for (let number = 0; number < PODCASTS; number += 1) {
    const folder = path.join(media, titleOf(number));
    mkdirSync(folder, { recursive: true });
    for (let episode = 0; episode < EPISODES; episode += 1)
      linkSync(source, path.join(folder, `${String(episode).padStart(4, '0')}.mp3`));
  }
}

function newLibrary(fullPath: string): Library {
  const [id, now] = [randomUUID(), Date.now()];
  return {
    id,
    name: 'Bench podcasts',
    displayOrder: 1,
    icon: 'podcast',
    mediaType: 'podcast',
    provider: 'itunes',
    settings: defaultLibrarySettings('podcast'),
    folders: [{ id: randomUUID(), fullPath, libraryId: id, addedAt: now }],
    lastScan: now,
    lastScanVersion: null,
    createdAt: now,
    lastUpdate: now,
  };
}

function podcastOf(model: PodcastItem, library: Library, found: FoundItem, number: number): PodcastItem {
  const now = Date.now();
  const [example] = model.episodes;
  const title = titleOf(number);
  return {
    ...model,
    ...found,
    id: randomUUID(),
    mediaId: randomUUID(),
    libraryId: library.id,
    folderId: library.folders[0]?.id ?? '',
    addedAt: now - number,
    updatedAt: now,
    coverPath: null,
    libraryFiles: found.files.map((file) => ({ ...file, isSupplementary: null, addedAt: now, updatedAt: now })),
    metadata: { ...model.metadata, title, feedUrl: null },
    episodes: found.files.map((file, at): Episode => {
      const publishedAt = now - DAY_MS * at - number * 60_000;
      return {
        season: null,
        episode: String(at + 1),
        episodeType: 'full',
        subtitle: `What happened on day ${at + 1}`,
        description: `<p>Notes of day ${at + 1} of ${title}, with <a href="https://example.org/">a link</a>.</p>`,
        chapters: [],
        enclosure: null,
        id: randomUUID(),
        title: `Day ${at + 1} of ${title}`,
        pubDate: new Date(publishedAt).toUTCString(),
        publishedAt,
        guid: `${number}-${at}`,
        audioFile: example?.audioFile ? { ...example.audioFile, ...file } : null,
        addedAt: publishedAt,
        updatedAt: publishedAt,
      };
    }),
  };
}

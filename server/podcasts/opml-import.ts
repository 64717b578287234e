import path from 'node:path';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { safeName } from '../http/safe-path.ts';
import type { Library, LibraryFolder } from '../store/libraries.repo.ts';
import type { TaskText } from '../tasks/task-manager.ts';
import { createPodcastCreator, type SentMedia } from './create-podcast.ts';
import { fetchFeed } from './fetch-feed.ts';
import type { RssPodcast } from './rss-feed.ts';

export interface OpmlImport {
  readonly feedUrls: readonly string[];
  readonly library: Library;
  readonly folder: LibraryFolder;
  readonly autoDownloadEpisodes: boolean;
}

/** The part of a feed that becomes metadata of the podcast. */
function mediaOf({ metadata }: RssPodcast, autoDownloadEpisodes: boolean): SentMedia {
  const { title, author, description, categories, feedUrl, image, language, explicit, type } = metadata;
  return {
    metadata: {
      title,
      author,
      description,
      genres: [...categories],
      feedUrl,
      imageUrl: image,
      language,
      type,
      releaseDate: metadata.pubDate,
      explicit: /^(yes|true|explicit)$/i.test(explicit ?? ''),
    },
    autoDownloadEpisodes,
  };
}

/**
 * Creates a podcast for every feed in a list, one after another, as a task; each failure is a failed task of its own.
 */
export function createOpmlImporter(ctx: ServerContext) {
  const create = createPodcastCreator(ctx);

  const failOne = ({ id: libraryId }: Library, description: TaskText, error: TaskText): void => {
    const title = { text: 'OPML import feed', key: 'MessageTaskOpmlImportFeed' };
    ctx.tasks.failAtOnce({ action: 'opml-import-feed', about: { libraryId }, title, description, data: {} }, error);
  };

  const importOne = async (
    feedUrl: string,
    { library, folder, autoDownloadEpisodes }: OpmlImport,
  ): Promise<boolean> => {
    const feed = await fetchFeed(ctx, feedUrl);
    if (!feed) {
      failOne(
        library,
        { text: `Importing RSS feed "${feedUrl}"`, key: 'MessageTaskOpmlImportFeedDescription', subs: [feedUrl] },
        { text: 'Failed to get podcast feed', key: 'MessageTaskOpmlImportFeedFailed' },
      );
      return false;
    }
    const { title } = feed.metadata;
    const name = safeName(title);
    const wanted = {
      library,
      folder,
      path: path.join(folder.fullPath, name),
      media: mediaOf(feed, autoDownloadEpisodes),
    };
    const made = name === '' ? 'outside' : await create(wanted);
    if (typeof made !== 'string') return true;
    failOne(
      library,
      { text: `Creating podcast "${title}"`, key: 'MessageTaskOpmlImportFeedPodcastDescription', subs: [title] },
      made === 'exists'
        ? { text: 'Podcast already exists at path', key: 'MessageTaskOpmlImportFeedPodcastExists' }
        : { text: 'Failed to create podcast', key: 'MessageTaskOpmlImportFeedPodcastFailed' },
    );
    return false;
  };

  return async (work: OpmlImport): Promise<void> => {
    const count = work.feedUrls.length;
    const task = ctx.tasks.start({
      action: 'opml-import',
      about: { libraryId: work.library.id },
      title: { text: 'OPML import', key: 'MessageTaskOpmlImport' },
      description: {
        text: `Creating podcasts from ${count} RSS feeds`,
        key: 'MessageTaskOpmlImportDescription',
        subs: [count],
      },
      data: {},
      showSuccess: true,
    });
    let added = 0;
    try {
      for (const feedUrl of work.feedUrls) if (await importOne(feedUrl, work)) added += 1;
      task.finish({ text: `Added ${added} podcasts`, key: 'MessageTaskOpmlImportFinished', subs: [added] });
    } catch (cause) {
      ctx.log.error('Podcasts', `OPML import: ${messageOf(cause)}`);
      task.fail({ text: 'Failed', key: 'MessageTaskFailed' });
    }
  };
}

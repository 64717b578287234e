import fs from 'node:fs/promises';
import path from 'node:path';
import { moveFile } from '../http/move-file.ts';
import { messageOf } from '../errors.ts';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { playableFiles, type BookItem } from '../items/model.ts';
import { findFfmpeg } from '../playback/hls/ffmpeg-stream.ts';
import type { AudioFile } from '../items/files.types.ts';
import { embeddableTags } from './embeddable-tags.ts';
import { ffmetadataOf } from './ffmetadata.ts';
import { runFfmpeg, type FfmpegProgress, type FfmpegRun } from './ffmpeg-run.ts';
import { cachedName, embeddableCover } from './item-files.ts';
import { createToolProgress } from './tool-progress.ts';

export interface EmbedOptions {
  /** Chapters of the item also into each file of a book with several. */
  readonly forceEmbedChapters: boolean;
  /** Copies the original files to the cache folder of the item. */
  readonly backupFiles: boolean;
}

/** `data` of an embed's task, also shown in the queue of `/api/tasks`. Times in seconds. */
export type EmbedData = ReturnType<typeof embedData>;

function embedData(ctx: ServerContext, item: BookItem, userId: string, options: EmbedOptions) {
  const files = playableFiles(item);
  const itemCachePath = path.join(metadataDir(ctx.config), 'cache', 'items', item.id);
  return {
    libraryItemId: item.id,
    libraryItemDir: item.isFile ? path.dirname(item.path) : item.path,
    userId,
    audioFiles: files.map((file) => ({
      index: file.index,
      ino: file.ino,
      filename: file.metadata.filename,
      path: file.metadata.path,
      cachePath: path.join(itemCachePath, cachedName(file)),
      duration: file.duration,
    })),
    coverPath: item.coverPath,
    metadataObject: embeddableTags(item),
    itemCachePath,
    chapters: files.length === 1 || options.forceEmbedChapters ? item.chapters : [],
    mimeType: files[0]?.mimeType ?? null,
    options,
    duration: files.reduce((sum, file) => sum + file.duration, 0),
  };
}

class EmbedError extends Error {
  override readonly name = 'EmbedError';
  readonly filename: string;
  constructor(filename: string, cause: unknown) {
    super(messageOf(cause));
    this.filename = filename;
  }
}

/** Writes the metadata of books into their audio files, one book after the other. */
export function createEmbedder(ctx: ServerContext) {
  const queue: { readonly item: BookItem; readonly data: EmbedData }[] = [];
  let active: string | null = null;
  let working = Promise.resolve();
  let run: FfmpegRun | undefined;
  let isClosed = false;
  ctx.onClose(() => {
    isClosed = true;
    queue.length = 0;
    run?.cancel();
    return working;
  });

  const embedFile = async (
    ffmpeg: string,
    file: AudioFile,
    cover: string | null,
    data: EmbedData,
    onProgress: FfmpegProgress,
  ) => {
    const written = path.join(data.itemCachePath, `.embedding-${cachedName(file)}`);
    try {
      run = runFfmpeg(ffmpeg, embedArguments(file, cover, data, written), onProgress);
      await run.done;
      if (data.options.backupFiles)
        await fs.copyFile(file.metadata.path, path.join(data.itemCachePath, cachedName(file)));
      await moveFile(written, file.metadata.path);
    } catch (cause) {
      throw new EmbedError(file.metadata.filename, cause);
    } finally {
      await fs.rm(written, { force: true });
    }
  };

  const embed = async (item: BookItem, data: EmbedData): Promise<void> => {
    const files = playableFiles(item);
    const progress = createToolProgress(ctx.events, item.id, files);
    await fs.mkdir(data.itemCachePath, { recursive: true });
    await fs.writeFile(
      path.join(data.itemCachePath, 'ffmetadata.txt'),
      ffmetadataOf(data.metadataObject, data.chapters),
    );
    const cover = await embeddableCover(data.coverPath, data.itemCachePath);
    progress.start();
    for (const file of files) {
      const ffmpeg = findFfmpeg();
      if (isClosed) throw new EmbedError(file.metadata.filename, new Error('The server is closing'));
      if (!ffmpeg) throw new EmbedError(file.metadata.filename, new Error('ffmpeg is not installed'));
      const before = progress.offset();
      const onProgress = (seconds: number) => progress.reached(before + Math.min(seconds, file.duration * 0.999));
      await embedFile(ffmpeg, file, cover, data, onProgress);
      progress.finishTrack();
    }
    await ctx.scans.scanItem(item.id);
  };

  const work = async (item: BookItem, data: EmbedData): Promise<void> => {
    const { title } = item.metadata;
    const task = ctx.tasks.start({
      action: 'embed-metadata',
      about: { libraryId: item.libraryId, explicit: item.metadata.explicit, tags: item.tags },
      title: { text: 'Embedding Metadata', key: 'MessageTaskEmbeddingMetadata' },
      description: {
        text: `Embedding metadata in audiobook "${title}".`,
        key: 'MessageTaskEmbeddingMetadataDescription',
        subs: [title],
      },
      data,
    });
    try {
      await embed(item, data);
      task.finish();
    } catch (cause) {
      const filename = cause instanceof EmbedError ? cause.filename : title;
      ctx.log.error('Tools', `"${filename}" could not be tagged: ${messageOf(cause)}`);
      const text = `Failed to embed metadata in file "${filename}"`;
      task.fail({ text, key: 'MessageTaskFailedToEmbedMetadataInFile', subs: [filename] });
    }
  };

  const next = async (): Promise<void> => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      ctx.events.toAdmins('metadata_embed_queue_update', { libraryItemId: entry.item.id, queued: false });
      active = entry.item.id;
      await work(entry.item, entry.data);
    }
    active = null;
  };

  return {
    /** Waiting ones, in order. */
    queued: (): EmbedData[] => queue.map(({ data }) => data),
    isBusyWith: (itemId: string): boolean => active === itemId || queue.some(({ item }) => item.id === itemId),
    /** Starts at once when nothing else is being written, else waits for its turn. */
    add: (item: BookItem, userId: string, options: EmbedOptions): void => {
      const data = embedData(ctx, item, userId, options);
      if (active === null) {
        active = item.id;
        working = work(item, data)
          .then(next)
          .catch((cause: unknown) => ctx.log.error('Tools', String(cause)));
        return;
      }
      queue.push({ item, data });
      ctx.events.toAdmins('metadata_embed_queue_update', { libraryItemId: item.id, queued: true });
    },
  };
}

/** Formats whose files can hold a picture as a stream. */
const takesPicture = /\.(mp3|m4a|m4b|mp4|flac)$/i;

function embedArguments(file: AudioFile, cover: string | null, data: EmbedData, output: string): string[] {
  const hasPicture = cover !== null && takesPicture.test(file.metadata.path);
  const picture = hasPicture ? ['-map', '2:v', '-disposition:v:0', 'attached_pic'] : [];
  const disc = file.discNumFromMeta === null ? [] : ['-metadata', `disc=${file.discNumFromMeta}`];
  return [
    '-i',
    file.metadata.path,
    '-f',
    'ffmetadata',
    '-i',
    path.join(data.itemCachePath, 'ffmetadata.txt'),
    ...(hasPicture ? ['-i', cover] : []),
    '-map',
    '0:a',
    ...picture,
    '-c',
    'copy',
    '-map_metadata',
    '1',
    '-map_chapters',
    data.chapters.length > 0 ? '1' : '0',
    '-metadata',
    `track=${file.index}`,
    ...disc,
    output,
  ];
}

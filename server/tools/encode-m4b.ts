import fs from 'node:fs/promises';
import path from 'node:path';
import { moveFile } from '../http/move-file.ts';
import { messageOf } from '../errors.ts';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { playableFiles, type BookItem } from '../items/model.ts';
import { findFfmpeg } from '../playback/hls/ffmpeg-stream.ts';
import { stem } from '../items/file-kinds.ts';
import type { TaskText } from '../tasks/task-manager.ts';
import { embeddableTags } from './embeddable-tags.ts';
import { ffmetadataOf } from './ffmetadata.ts';
import { CANCELLED, runFfmpeg } from './ffmpeg-run.ts';
import { cachedName, embeddableCover } from './item-files.ts';
import { createToolProgress } from './tool-progress.ts';

/** Values for ffmpeg as the person gave them: `128k`, `aac` or `copy`, `2`. */
export interface EncodeOptions {
  readonly bitrate: string;
  readonly codec: string;
  readonly channels: string;
}

const CANCELLED_TEXT: TaskText = { text: 'Task canceled by user', key: 'MessageTaskCanceledByUser' };
const FAILED_TEXT: TaskText = { text: 'Failed to merge audio files', key: 'MessageTaskFailedToMergeAudioFiles' };

type EncodeData = ReturnType<typeof encodeData>;

/** `data` of an encode's task. Times in seconds. */
function encodeData(ctx: ServerContext, item: BookItem, userId: string, encodeOptions: EncodeOptions) {
  const files = playableFiles(item);
  const libraryItemDir = item.isFile ? path.dirname(item.path) : item.path;
  const targetFilename = `${item.isFile ? stem(path.basename(item.path)) : path.basename(item.path)}.m4b`;
  const itemCachePath = path.join(metadataDir(ctx.config), 'cache', 'items', item.id);
  return {
    libraryItemId: item.id,
    libraryItemDir,
    userId,
    originalTrackPaths: files.map((file) => file.metadata.path),
    inos: files.map((file) => file.ino),
    tempFilepath: path.join(itemCachePath, `.encoding-${targetFilename}`),
    targetFilename,
    targetFilepath: path.join(libraryItemDir, targetFilename),
    itemCachePath,
    ffmetadataObject: embeddableTags(item, 1),
    chapters: item.chapters,
    coverPath: item.coverPath,
    ffmetadataPath: path.join(itemCachePath, 'ffmetadata.txt'),
    duration: files.reduce((sum, file) => sum + file.duration, 0),
    encodeOptions,
  };
}

/**
 * Makes one m4b of the tracks of a book; the originals move to the cache folder of the item, which is then scanned
 * again.
 */
export function createEncoder(ctx: ServerContext) {
  /** Cancels by item id; an item is here from the start of its task to its end. */
  const running = new Map<string, { readonly cancel: () => void; readonly done: Promise<void> }>();
  ctx.onClose(async () => {
    const jobs = [...running.values()];
    for (const { cancel } of jobs) cancel();
    await Promise.all(jobs.map(({ done }) => done));
  });

  const encode = async (item: BookItem, data: EncodeData, onStart: (cancel: () => void) => void): Promise<void> => {
    const files = playableFiles(item);
    const ffmpeg = findFfmpeg();
    if (!ffmpeg) throw new Error('ffmpeg is not installed');
    await fs.mkdir(data.itemCachePath, { recursive: true });
    await fs.writeFile(data.ffmetadataPath, ffmetadataOf(data.ffmetadataObject, data.chapters));
    const list = path.join(data.itemCachePath, 'files.txt');
    const quoted = data.originalTrackPaths.map((file) => `file '${file.replaceAll("'", String.raw`'\''`)}'`);
    await fs.writeFile(list, quoted.join('\n'));
    const cover = await embeddableCover(data.coverPath, data.itemCachePath);
    const progress = createToolProgress(ctx.events, item.id, files);
    progress.start();
    const run = runFfmpeg(ffmpeg, encodeArguments(list, cover, data), progress.reached);
    onStart(run.cancel);
    await run.done;
    progress.finish();
    for (const file of files) await moveFile(file.metadata.path, path.join(data.itemCachePath, cachedName(file)));
    await moveFile(data.tempFilepath, data.targetFilepath);
    if (item.isFile) await ctx.scans.scanLibrary(item.libraryId);
    else await ctx.scans.scanItem(item.id);
  };

  return {
    isRunning: (itemId: string): boolean => running.has(itemId),
    /** False when nothing is running for the item. */
    cancel: (itemId: string): boolean => {
      const job = running.get(itemId);
      job?.cancel();
      return job !== undefined;
    },
    /** Starts in the background; the task reports the result. */
    start: (item: BookItem, userId: string, options: EncodeOptions): void => {
      const data = encodeData(ctx, item, userId, options);
      const { title } = item.metadata;
      const task = ctx.tasks.start({
        action: 'encode-m4b',
        about: { libraryId: item.libraryId, explicit: item.metadata.explicit, tags: item.tags },
        title: { text: 'Encoding M4b', key: 'MessageTaskEncodingM4b' },
        description: {
          text: `Encoding audiobook "${title}" into a single m4b file.`,
          key: 'MessageTaskEncodingM4bDescription',
          subs: [title],
        },
        data,
      });
      let cancelRun: (() => void) | undefined;
      let isCancelled = false;
      const cancel = (): void => {
        isCancelled = true;
        cancelRun?.();
      };
      const done = encode(item, data, (stop) => {
        cancelRun = stop;
        if (isCancelled) stop();
      })
        .then(() => task.finish())
        .catch((cause: unknown) => {
          const message = messageOf(cause);
          if (message !== CANCELLED) ctx.log.error('Tools', `"${title}" could not be encoded: ${message}`);
          task.fail(message === CANCELLED ? CANCELLED_TEXT : FAILED_TEXT);
        })
        .finally(async () => {
          running.delete(item.id);
          await fs.rm(data.tempFilepath, { force: true });
        })
        .catch((cause: unknown) => ctx.log.warn('Tools', String(cause)));
      running.set(item.id, { cancel, done });
    },
  };
}

function encodeArguments(list: string, cover: string | null, data: EncodeData): string[] {
  const { ffmetadataPath, tempFilepath } = data;
  const { codec, bitrate, channels } = data.encodeOptions;
  const coding = codec === 'copy' ? ['-c:a', 'copy'] : ['-c:a', codec, '-b:a', bitrate, '-ac', channels];
  const picture = cover === null ? [] : ['-map', '2:v', '-c:v', 'copy', '-disposition:v:0', 'attached_pic'];
  return [
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    list,
    '-f',
    'ffmetadata',
    '-i',
    ffmetadataPath,
    ...(cover === null ? [] : ['-i', cover]),
    '-map',
    '0:a:0',
    ...picture,
    '-map_metadata',
    '1',
    '-map_chapters',
    '1',
    ...coding,
    '-metadata',
    'track=1',
    '-f',
    'mp4',
    tempFilepath,
  ];
}

import type { deviations } from './exceptions.ts';

/** Conversations that are not replayed, with the reason. */
export const socketExceptions: Readonly<Record<string, string>> = {
  'stream-ready-after-reset':
    'comes only when a restarted transcode ends before its first look; this server tells the end by stream_progress',
};

/** Accepted differences within replayed conversations. */
const socketDeviations: typeof deviations = [
  [/^library-|^scan-/, /\bdisplayOrder$/, 'there are more libraries here'],
  [/^scan-/, /\bscanResults\.(elapsed|text)$/, 'how long it took'],
  [/^upload-then-watcher$/, /\bscanResults\.elapsed$/, 'how long it took'],
  [
    /^scan-library-ebooks$/,
    /^items_added$|scanResults\.added$/,
    'one ebook is too large for the repository, and folders come in the order of the disk',
  ],
  [/^scan-small-library$/, /^items_added$/, 'folders come in the order of the disk'],
  [
    /^(item-updated|library-file|author|narrator|series|tag|collection|podcast|episode|scan|rss|batch|stream)-/,
    /\blibraryFiles$/,
    'files come in the order in which the disk lists them',
  ],
  [/^log-listener$/, /^log\.(source|message|timestamp)$/, 'the words of the log are its own'],
  [/^ereader-devices-updated-user$/, /\bereaderDevices$/, 'an account is sent only the devices that it may use'],
  [/^backup-created$/, /^user heard nothing/, 'only administrators hear of notifications'],
  [
    /^(podcast-created|episode-(download|removed))$/,
    /\blibraryFiles\[\]\.(metadata\.ext|fileType)$/,
    'the recorded server takes the cover for a file of unknown kind until the next scan',
  ],
  [/^(session-(closed|replaced)|stream-)/, /^user_stream_update\.session$/, 'a closed session is not shown as open'],
  [
    /^episode-/,
    /\b(audioFile|audioTrack)\.(trackNumFromMeta|metaTags\..*)$/,
    'tags that ffmpeg wrote into downloaded episodes',
  ],
  [
    /^item-updated-ebook-status$/,
    /\bmetadata\.description$/,
    'the markup of descriptions is kept where it is safe; it is cleaned by another library',
  ],
  [
    /^item-updated-ebook-status$/,
    /\bebookFile\.(isSupplementary|fileType)$/,
    'a chosen ebook is told in the same form as one found by a scan',
  ],
  [/^author-renamed$/, /^items_updated$/, 'items come in no order'],
  [/^stream-error$/, /^stream_error\.error$/, 'the words of the transcoder'],
  [
    /^upload-then-watcher$/,
    /^item_updated\.media\.(metadata\.(title\w*|author\w+|genres|publishedYear)|chapters|(audioFiles|tracks)\[\]\..+)$/,
    'the book was encoded before, here by a stand-in, which gives it the sound and tags of another one',
  ],
  [/^encode-m4b/, /\bdata\.ffmpeg$/, 'an inner object of the recorded server, which is sent by mistake'],
  [/^stream-/, /\bsegmentStartNumber$/, 'the recorded transcoder begins half a minute early'],
];

export const isSocketDeviation = (name: string, path: string): boolean =>
  socketDeviations.some(([recording, paths]) => recording.test(name) && paths.test(path));

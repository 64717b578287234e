import { z } from '../zod.ts';
import { serverSettings } from './server-settings.ts';

export const serverSettingsChanged = z.object({ serverSettings });
export const sortingPrefixesChanged = z.object({ rowsUpdated: z.number(), serverSettings });

export const tagList = z.object({ tags: z.array(z.string()) });
export const genreList = z.object({ genres: z.array(z.string()) });
export const tagRenamed = z.object({ tagMerged: z.boolean(), numItemsUpdated: z.number() });
export const genreRenamed = z.object({ genreMerged: z.boolean(), numItemsUpdated: z.number() });
export const itemsChanged = z.object({ numItemsUpdated: z.number() });

export const directoryList = z.object({
  posix: z.boolean(),
  directories: z.array(z.object({ path: z.string(), dirname: z.string(), level: z.number() })),
});
export type DirectoryList = z.output<typeof directoryList>;

export const pathCheck = z.object({ exists: z.boolean(), libraryItemTitle: z.nullish(z.string()) });
export type PathCheck = z.output<typeof pathCheck>;

/** Levels: 0 trace, 1 debug, 2 info, 3 warn, 4 error, 5 fatal, 6 note. */
export const logLine = z.object({
  timestamp: z.string(),
  source: z.nullish(z.string()),
  message: z.string(),
  levelName: z.string(),
  level: z.number(),
});
export type LogLine = z.output<typeof logLine>;
export const dailyLog = z.object({ currentDailyLogs: z.array(logLine) });

export const pong = z.object({ success: z.boolean() });

import { tolerantList } from './tolerant-list.ts';
import { z } from './zod.ts';

/** The only address outside of the server. The page's policy names it, too. */
export const RELEASES_URL = 'https://api.github.com/repos/advplyr/audiobookshelf/releases';

export const listedRelease = z.object({
  tag_name: z.string(),
  published_at: z.nullish(z.string()),
  /** Markdown. */
  body: z.nullish(z.string()),
});
export type ListedRelease = z.output<typeof listedRelease>;

export const releaseList = tolerantList(listedRelease);

export const release = z.object({
  version: z.string(),
  pubdate: z.nullable(z.string()),
  changelog: z.string(),
});
export type Release = z.output<typeof release>;

export const versionData = z.object({
  currentVersion: z.string(),
  latestVersion: z.string(),
  githubTagUrl: z.string().check(z.regex(/^https:\/\/github\.com\//)),
  hasUpdate: z.boolean(),
  /** Of the same major and minor version up to the current one, newest first. */
  releases: z.array(release),
});
export type VersionData = z.output<typeof versionData>;

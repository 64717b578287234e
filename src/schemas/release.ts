import { tolerantList } from './tolerant-list.ts';
import { z } from './zod.ts';

/**
 * The public list of releases of the server’s program: the one address outside of the server that the client asks. The
 * page’s policy names it, too.
 */
export const RELEASES_URL = 'https://api.github.com/repos/advplyr/audiobookshelf/releases';

/** One release of the server’s program, as GitHub lists it. */
export const listedRelease = z.object({
  tag_name: z.string(),
  /** Null for a draft. */
  published_at: z.nullish(z.string()),
  /** Markdown. */
  body: z.nullish(z.string()),
});
export type ListedRelease = z.output<typeof listedRelease>;

export const releaseList = tolerantList(listedRelease);

/** One release of the changelog (ENT-047): `pubdate` as ISO text, `changelog` in Markdown, empty without one. */
export const release = z.object({
  /** `2.26.0`. */
  version: z.string(),
  pubdate: z.nullable(z.string()),
  changelog: z.string(),
});
export type Release = z.output<typeof release>;

/** What a check for updates found (ENT-046, CHG-014). */
export const versionData = z.object({
  /** The version of the server at the time of the check. */
  currentVersion: z.string(),
  latestVersion: z.string(),
  /** The page of the latest release. */
  githubTagUrl: z.string().check(z.regex(/^https:\/\/github\.com\//)),
  hasUpdate: z.boolean(),
  /** Those of the same major and minor version up to the current one, newest first (CHG-007). */
  releases: z.array(release),
});
export type VersionData = z.output<typeof versionData>;

import type { ListedRelease, Release, VersionData } from '../../../schemas/release.ts';

const TAG = /^v(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z-.]+)?(\+[0-9A-Za-z-.]+)?$/;

const TAG_URL = 'https://github.com/advplyr/audiobookshelf/releases/tag/';

interface ParsedTag {
  /** `2.26.0`, with any suffix. */
  readonly version: string;
  readonly major: number;
  readonly minor: number;
  readonly total: number;
}

/** A tag `v major.minor.patch` with optional pre-release and build; null for others. */
export function parseTag(tag: string): ParsedTag | null {
  const found = TAG.exec(tag);
  if (!found) return null;
  const [major, minor, patch] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return { version: tag.slice(1), major, minor, total: major * 10_000 + minor * 100 + patch };
}

/** Newest version for this server. Null without releases, or if that version is missing. `skip` gets invalid tags. */
export function versionDataOf(
  currentVersion: string,
  listed: readonly ListedRelease[],
  skip: (tag: string) => void,
): VersionData | null {
  const releases = listed.flatMap(({ tag_name: tag, published_at: pubdate, body }) => {
    const parsed = parseTag(tag);
    if (!parsed) skip(tag);
    return parsed ? [{ ...parsed, pubdate: pubdate ?? null, changelog: body ?? '' }] : [];
  });
  const current = releases.find(({ version }) => version === currentVersion);
  const [first] = releases;
  if (!current || !first) return null;
  const latest = releases.reduce((best, one) => (one.total > best.total ? one : best), first);
  return {
    currentVersion,
    latestVersion: latest.version,
    githubTagUrl: releasePage(latest.version),
    hasUpdate: latest.total > current.total,
    releases: releases
      .filter(({ major, minor, total }) => major === current.major && minor === current.minor && total <= current.total)
      .toSorted((one, other) => other.total - one.total)
      .map(({ version, pubdate, changelog }): Release => ({ version, pubdate, changelog })),
  };
}

export const releasePage = (version: string): string => `${TAG_URL}v${encodeURIComponent(version)}`;

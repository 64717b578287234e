import { fromPromise } from 'xstate';
import { type VersionData, versionData } from '../../../schemas/release.ts';
import { z } from '../../../schemas/zod.ts';
import { defineStored } from '../../../services/storage.ts';
import { getPorts, type Ports } from '../../kit/ports.ts';
import { versionDataOf } from './updates.logic.ts';

/** Time of the last check, in ms. */
const LAST_CHECK = defineStored('lastVerCheck', z.number());
const VERSION_DATA = defineStored('versionData', versionData);
/** Version whose notice was closed. */
export const IGNORED = defineStored('ignoreVersion', z.string());

/** Minimum interval between requests for releases, in ms. */
const INTERVAL_MS = 300_000;

export interface FoundUpdate {
  readonly found: VersionData | null;
  /** The notice of this version was closed on this device. */
  readonly isIgnored: boolean;
}

/** Result for this server version: cached, unless older than five minutes or for another version. */
export const findUpdate = fromPromise<FoundUpdate, { version: string }>(async ({ input, system, signal }) => {
  const ports = getPorts(system);
  const found = await readOrFetch(ports, input.version, signal);
  return { found, isIgnored: found !== null && ports.storage.read(IGNORED) === found.latestVersion };
});

async function readOrFetch(
  { clock, releases, storage }: Ports,
  version: string,
  signal: AbortSignal,
): Promise<VersionData | null> {
  const known = storage.read(VERSION_DATA);
  const age = clock.now() - (storage.read(LAST_CHECK) ?? 0);
  if (known?.currentVersion === version && age >= 0 && age < INTERVAL_MS) return known;
  const listed = await releases.list(signal);
  const found = versionDataOf(version, listed, (tag) => console.warn(`The release tag '${tag}' is no version`));
  storage.write(LAST_CHECK, clock.now());
  if (found) storage.write(VERSION_DATA, found);
  else storage.remove(VERSION_DATA);
  return found;
}

import { isRecord, stringList } from '../http/input.ts';
import { cronProblem } from '../settings/cron.ts';
import type { LibrarySettings } from '../store/libraries.repo.ts';

const BOOLEANS = [
  'disableWatcher', 'skipMatchingMediaWithAsin', 'skipMatchingMediaWithIsbn', 'audiobooksOnly', 'epubsAllowScriptedContent', 'hideSingleBookSeries',
  'onlyShowLaterBooksInContinueSeries',
] as const;
const SOURCES = ['folderStructure', 'audioMetatags', 'nfoFile', 'txtFiles', 'opfFile', 'absMetadata'];

const invalid = (key: string, rule: string): string => `Invalid request. Setting "${key}" must be ${rule}`;

/** A number in a range, or null where that is allowed; a text says what is wrong. */
function numberIn(key: string, value: unknown, max: number): number | null | string {
  if (value === null) return null;
  if (typeof value !== 'number' || Number.isNaN(value)) return invalid(key, 'of type number');
  return value >= 0 && value <= max ? value : invalid(key, max === Infinity ? 'greater than or equal to 0' : `between 0 and ${max}`);
}

/**
 * Library settings with the changes of a body; settings that this kind of library does not have are ignored. A text is the
 * reason to refuse.
 */
export function patchSettings(current: LibrarySettings, body: unknown): LibrarySettings | string {
  if (body === undefined || body === null) return current;
  if (!isRecord(body)) return 'Invalid request. Settings must be an object';
  const next: LibrarySettings = { ...current };
  for (const key of BOOLEANS) {
    const value = body[key];
    if (value === undefined || current[key] === undefined) continue;
    if (typeof value !== 'boolean') return invalid(key, 'of type boolean');
    next[key] = value;
  }
  for (const [key, max] of [['markAsFinishedPercentComplete', 100], ['markAsFinishedTimeRemaining', Infinity]] as const) {
    if (body[key] === undefined) continue;
    const value = numberIn(key, body[key], max);
    if (typeof value === 'string') return value;
    next[key] = value;
  }
  const { coverAspectRatio, autoScanCronExpression, podcastSearchRegion, metadataPrecedence } = body;
  if (coverAspectRatio !== undefined) {
    if (coverAspectRatio !== 0 && coverAspectRatio !== 1) return invalid('coverAspectRatio', '0 or 1');
    next.coverAspectRatio = coverAspectRatio;
  }
  if (autoScanCronExpression !== undefined) {
    if (autoScanCronExpression !== null && (typeof autoScanCronExpression !== 'string' || cronProblem(autoScanCronExpression) !== null)) {
      return invalid('autoScanCronExpression', 'a cron expression');
    }
    next.autoScanCronExpression = autoScanCronExpression;
  }
  if (podcastSearchRegion !== undefined && current.podcastSearchRegion !== undefined) {
    if (typeof podcastSearchRegion !== 'string') return invalid('podcastSearchRegion', 'of type string');
    next.podcastSearchRegion = podcastSearchRegion;
  }
  if (metadataPrecedence !== undefined && current.metadataPrecedence !== undefined) {
    const sources = stringList(metadataPrecedence);
    if (!sources?.every((source) => SOURCES.includes(source))) return invalid('metadataPrecedence', 'an array of known sources');
    next.metadataPrecedence = [...new Set(sources)];
  }
  return next;
}

/** Whether an If-None-Match header names a version: weakly compared, one of a list, or any. */
export function matchesEtag(header: string, etag: string): boolean {
  const value = (tag: string): string => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => value(tag) === value(etag));
}

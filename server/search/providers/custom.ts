import { isWebAddress } from '../../http/input.ts';
import { sanitiseHtml } from '../../items/html.ts';
import type { Logger } from '../../logger.ts';
import type { CustomProvider } from '../../system/custom-providers.repo.ts';
import { at, listAt, numberAt, textAt, textsAt, type Ask } from '../ask.ts';
import type { BookMatch, BookQuery, SeriesMatch } from '../book-match.ts';

function seriesOf(value: unknown): SeriesMatch[] {
  return (Array.isArray(value) ? value : []).flatMap((entry: unknown) => {
    const [series, sequence] = [textAt(entry, 'series'), textAt(entry, 'sequence')];
    return series === '' ? [] : [{ series, ...(sequence === '' ? {} : { sequence }) }];
  });
}

const PLAIN = ['subtitle', 'author', 'narrator', 'publisher', 'publishedYear', 'isbn', 'asin', 'tags', 'language'];

/** One match with only the valid fields of the provider's answer. */
function matchOf(match: unknown): BookMatch[] {
  const title = textAt(match, 'title');
  if (title === '') return [];
  const joined = (key: string): string =>
    Array.isArray(at(match, key)) ? textsAt(match, key).join(',') : textAt(match, key);
  const texts: [string, string][] = PLAIN.map((key) => [key, joined(key)]);
  const cover = at(match, 'cover');
  texts.push(['description', sanitiseHtml(textAt(match, 'description'))], ['cover', isWebAddress(cover) ? cover : '']);
  const said = Object.fromEntries(texts.filter(([, text]) => text !== ''));
  const [genres, series, duration] = [
    textsAt(match, 'genres'),
    seriesOf(at(match, 'series')),
    numberAt(match, 'duration'),
  ];
  return [
    {
      title,
      ...said,
      ...(genres.length > 0 ? { genres } : {}),
      ...(series.length > 0 ? { series } : {}),
      ...(duration === null ? {} : { duration }),
    },
  ];
}

/**
 * A provider that an administrator added (`GET <url>/search`). Its own address may be on the own network. One that does
 * not answer finds nothing, with a line in the log.
 */
export async function searchCustom(
  ask: Ask,
  log: Logger,
  provider: CustomProvider,
  { title, author, isbn }: BookQuery,
): Promise<BookMatch[]> {
  if (!isWebAddress(provider.url)) return [];
  const address = `${provider.url.replace(/\/+$/, '')}/search`;
  const headers = provider.authHeaderValue ? { authorization: provider.authHeaderValue } : {};
  const warn = (reason: string) =>
    log.warn('Search', `No answer from the metadata provider "${provider.name}": ${reason}`);
  const trustedOrigin = new URL(provider.url).origin;
  const answer = await ask(
    address,
    { mediaType: provider.mediaType, query: title, author, isbn },
    { trustedOrigin, headers, onFailure: warn },
  );
  if (answer !== undefined && !Array.isArray(at(answer, 'matches'))) warn('The answer has no list "matches"');
  return listAt(answer, 'matches').flatMap(matchOf);
}

import type { FoundFile } from '../scan/types.ts';

/** Parsers of files and feeds from others, who decide on their time and memory. Each is loaded on first use. */
export const parsers = {
  /** A feed as lines of JSON: the podcast, then its episodes. Empty for anything else. */
  feed: async (input: {
    readonly body: Uint8Array;
    readonly contentType: string;
    readonly feedUrl: string;
    readonly base?: string;
  }) => {
    const { feedLines } = await import('../podcasts/rss-feed.ts');
    return feedLines(input);
  },
  opml: async (text: string) => (await import('../podcasts/opml.ts')).parseOpml(text),
  audio: async ({ file, now }: { readonly file: FoundFile; readonly now: number }) =>
    (await import('../scan/audio-probe.ts')).probeAudio(file, now),
};
export type ParserName = keyof typeof parsers;
export type ParserInput<Name extends ParserName> = Parameters<(typeof parsers)[Name]>[0];
export type Parsed<Name extends ParserName> = Awaited<ReturnType<(typeof parsers)[Name]>>;

import { Marked } from 'marked';
import { memo } from 'react';
import { SanitizedHtml } from './sanitized-html.tsx';

const marked = new Marked({
  gfm: true,
  async: false,
  walkTokens(token) {
    if (token.type === 'heading') token['depth'] = 4;
  },
});

/** Markdown from outside, sanitised. Imports the parser: load it lazily. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <SanitizedHtml html={marked.parse(text, { async: false })} />;
});

// Compiles the ICU messages of src/locales at build time, so that the browser needs no parser.
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Messages = { readonly [key: string]: string | Messages };

export function messagesPlugin(): Plugin {
  return {
    name: 'earmark-messages',
    enforce: 'pre',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    transform: {
      filter: { id: /src\/locales\/[\w-]+\.json$/ },
      handler: (code) => JSON.stringify(compileAll(JSON.parse(code))),
    },
  };
}

function compileAll(messages: Messages): object {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string' ? compile(message) : compileAll(message),
    ]),
  );
}

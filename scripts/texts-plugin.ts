// The texts of src/locales, their ICU messages compiled, so that the browser needs no parser. English is a part of the
// code that imports it and names its area to the catalogue; other languages are files of their own.
import path from 'node:path';
import type { Plugin } from 'vite';
import { LOCALES, areas, compiledTexts, defines, ENGLISH, hashOfTexts, translated } from './lib/texts.mjs';

/** Characters from which a browser reads JSON faster than code. */
const LARGE = 10_000;
const ENGLISH_FILE = /\/locales\/en-us\/([\w-]+)\.json$/;

/** The area whose English texts are this module. */
export const areaOf = (id: string): string | undefined => /\/locales\/en-us\/([\w-]+)\.json\.js$/.exec(id)?.[1];

export function textsPlugin(): Plugin {
  return {
    name: 'earmark-texts',
    enforce: 'pre',
    config: () => ({
      define: defines(),
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    // Under another ending, or Vite would read JSON.
    resolveId(source) {
      const [, area] = ENGLISH_FILE.exec(source) ?? [];
      return area && path.join(LOCALES, ENGLISH, `${area}.json.js`);
    },
    load(id) {
      const area = areaOf(id);
      if (!area) return null;
      const json = JSON.stringify(compiledTexts(ENGLISH, area));
      this.addWatchFile(id.slice(0, -'.js'.length));
      return [
        `import { needArea } from ${JSON.stringify(path.join(LOCALES, 'catalogue.ts'))};`,
        `needArea(${JSON.stringify(area)});`,
        `export default ${json.length > LARGE ? `JSON.parse(${JSON.stringify(json)})` : json};`,
      ].join('\n');
    },
    generateBundle() {
      const hash = hashOfTexts();
      for (const language of translated) {
        for (const area of areas) {
          const fileName = `assets/texts/${language}/${area}.${hash}.json`;
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(compiledTexts(language, area)) });
        }
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, language, area] = /\/assets\/texts\/([\w-]+)\/([\w-]+)\.[\w-]+\.json$/.exec(request.url ?? '') ?? [];
        if (!language || !area) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(compiledTexts(language, area)));
      });
    },
  };
}

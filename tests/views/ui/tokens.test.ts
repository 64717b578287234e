import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const theme = readFileSync('src/views/styles/theme.css', 'utf8');
const tokens = readFileSync('src/views/styles/tokens.css', 'utf8');
const views = readdirSync('src/views', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

const colours = new Map(
  [...theme.matchAll(/--color-([\w-]+): var\(--([\w-]+)\)/g)].map(([, name = '', token = '']) => [name, token]),
);
const COLOURED =
  /(?:bg|text|border|outline|fill|stroke|inset-ring)-((?:surface|ink|line|accent|success|warning|danger|focus|scrim)(?:-[a-z0-9]+)*)/g;

describe('the colours of the theme', () => {
  it('each name an existing token', () => {
    expect([...colours.values()].filter((token) => !tokens.includes(`--${token}:`))).toEqual([]);
  });

  it('are the only ones in views: an unknown name would paint nothing', () => {
    const unknown = views.flatMap((file) =>
      [...readFileSync(`src/views/${file}`, 'utf8').matchAll(COLOURED)].flatMap(([use, name = '']) =>
        colours.has(name) ? [] : [`${file}: ${use}`],
      ),
    );
    expect(unknown).toEqual([]);
  });
});

it('a phone is a window less than 640 px wide or high, for styles and for numbers alike (WID-026, CON-051)', () => {
  const query = '(width < 40rem), (height < 40rem)';
  expect(/@custom-variant phone \{\s*@media ([^{]+?) \{/.exec(theme)?.[1]).toBe(query);
  expect(/const QUERY = '(.+)';/.exec(readFileSync('src/views/ui/media-query.ts', 'utf8'))?.[1]).toBe(query);
});

it('the rail shows in windows from 768 px on that are no phones (AMB-17)', () => {
  expect(/@custom-variant railed \{\s*@media ([^{]+?) \{/.exec(theme)?.[1]).toBe(
    '(width >= 48rem) and (height >= 40rem)',
  );
});

describe('the directions of views', () => {
  it('are logical, so that they mirror for languages from right to left', () => {
    const physical =
      /[\s'"`:](?:-?m[lr]|p[lr]|border-[lr]|rounded-[lrtb][lr]?|text-(?:left|right)|float-(?:left|right))(?:-[\w[\]./]+)?(?=[\s'"`])/g;
    const found = views
      .flatMap((file) =>
        [...readFileSync(`src/views/${file}`, 'utf8').matchAll(physical)].map(([use]) => `${file}:${use}`),
      )
      .filter((use) => !/rounded-[tb]/.test(use));
    expect(found).toEqual([]);
  });
});

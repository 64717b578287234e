import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { categoriesOf, faultsOf } from '../../scripts/lib/text-checks.mjs';
import {
  areas,
  compiledTexts,
  ENGLISH,
  glossaryOf,
  languages,
  leavesOf,
  LOCALES,
  missingOf,
  pseudo,
  readTexts,
  tableOf,
  translated,
} from '../../scripts/lib/texts.mjs';
import { hardCodedTexts } from '../support/hard-coded.ts';

const root = join(LOCALES, '../..');
const english = areas.flatMap((area) => leavesOf(readTexts(ENGLISH, area)).map(([key, text]) => ({ area, key, text })));
const ENGLISH_TEXTS = new Map(english.map(({ area, key, text }) => [`${area} ${key}`, text]));

describe.each(translated)('%s', (language) => {
  test('has each text, or is marked as partial', () => {
    const missing = missingOf(language).flatMap(([area, texts]) => texts.map(([key]) => `${area} ${key}`));
    expect(languages[language]?.partial ? missing.length > 0 : missing).toEqual(
      languages[language]?.partial ? true : [],
    );
  });

  test('has no text that English lacks', () => {
    const own = readdirSync(join(LOCALES, language)).map((file) => file.replace(/\.json$/, ''));
    const keys = own.flatMap((area) => leavesOf(readTexts(language, area)).map(([key]) => `${area} ${key}`));
    expect(keys.filter((key) => !ENGLISH_TEXTS.has(key))).toEqual([]);
  });

  test('has no fault', () => {
    const faults = areas.flatMap((area) =>
      leavesOf(readTexts(language, area)).flatMap(([key, text]) =>
        faultsOf(language, key, ENGLISH_TEXTS.get(`${area} ${key}`) ?? '', text).map(
          (fault) => `${area} ${key} ${fault}: ${text}`,
        ),
      ),
    );
    expect(faults).toEqual([]);
  });

  test('has a glossary and is in the list', () => {
    expect(glossaryOf(language).length).toBeGreaterThanOrEqual(40);
    expect(languages[language]?.name).toBeTruthy();
  });
});

test('English has all plurals, and the marks of its own', () => {
  const faults = english.flatMap(({ key, text }) =>
    faultsOf(ENGLISH, key, text, text).map((fault) => `${key} ${fault}`),
  );
  expect(faults.filter((fault) => !fault.endsWith('is English'))).toEqual([]);
});

test('the table of completeness is that of `npm run texts`', () => {
  expect(readFileSync(join(root, 'docs/locales/README.md'), 'utf8')).toBe(tableOf());
});

test.each(pseudo)('the pseudo-language %s compiles whole', (language) => {
  expect(areas.flatMap((area) => Object.keys(compiledTexts(language, area))).length).toBeGreaterThan(areas.length);
});

describe('a fault is found', () => {
  test.each<[string, string, string, string, string]>([
    ['de', 'broken ICU', 'Close', 'Schließen {', 'is no ICU message: '],
    ['de', 'nothing', 'Close', '', 'is empty'],
    ['de', 'another argument', 'Play {title}', '{name} abspielen', 'has the arguments name, not title'],
    ['de', 'another tag', '<b>Close</b>', 'Schließen', 'has the tags none, not b'],
    [
      'ru',
      'a lacking plural',
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, one {# день} other {# дня}}',
      'lacks the plural many, few of {n}',
    ],
    ['de', 'no plural', '{n, plural, one {# day} other {# days}}', '{n} Tage', 'has no plural of {n}'],
    [
      'de',
      'a plural of another language',
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, one {# Tag} few {# Tage} other {# Tage}}',
      'has the plural few of {n}, which the language never takes',
    ],
    [
      'de',
      'other cases',
      '{a, select, yes {Yes} other {No}}',
      '{a, select, ja {Ja} other {Nein}}',
      'has other cases of {a} than other, yes',
    ],
    ['de', 'English', 'Check your connection now', 'Check your connection now', 'is English'],
    ['ru', 'Latin words', 'The RSS feed of Earmark', 'RSS feed в Earmark', 'has the Latin words feed'],
    ['de', 'two spaces', 'Close this', 'Das  schließen', 'has two spaces'],
    ['de', 'three dots', 'Saving…', 'Sichern...', 'has three dots instead of …'],
    ['de', 'foreign quotation marks', 'Close “{a}”', '“{a}” schließen', 'has other quotation marks than „ “'],
    ['fr', 'no space before a mark', 'Close?', 'Fermer?', 'has no narrow space before : ; ! ?'],
    ['fr', 'foreign quotation marks of French', 'Close “{a}”', 'Fermer “{a}”', 'has other quotation marks than « »'],
    ['es', 'a question without its first mark', 'Close?', 'Cerrar?', 'has a question without ¿'],
    ['ja', 'marks of half width', 'Closed. Done.', '閉じました.完了。', 'has marks of half width'],
    ['ar', 'a Latin comma', 'Here, there', 'هنا, هناك', 'has Latin comma or question mark'],
    ['el', 'a Latin question mark', 'Close?', 'Κλείσιμο?', 'has a Latin question mark'],
    ['de', 'another end', 'Close this.', 'Das schließen', "ends with '', English with '.'"],
    ['de', 'a place that is too narrow', 'Play', 'Wiedergabe starten', 'has 18 characters in a narrow place: 11 fit'],
    [
      'de',
      'another word than that of the glossary',
      'Next chapter',
      'Nächster Abschnitt',
      "says 'chapter' without 'Kapitel'",
    ],
  ])('%s: %s', (language, name, base, text, fault) => {
    const key = name === 'a place that is too narrow' ? 'common.play' : 'common.other';
    expect(faultsOf(language, key, base, text).join('; ')).toContain(fault);
  });

  test('and a right text has none', () => {
    expect(faultsOf('fr', 'a', 'Close “{a}”?', 'Fermer «\u00a0{a}\u00a0»\u202f?')).toEqual([]);
    expect(
      faultsOf(
        'ru',
        'a',
        '{n, plural, one {# day} other {# days}}',
        '{n, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
      ),
    ).toEqual([]);
    expect(faultsOf('ja', 'a', '{n, plural, one {# day} other {# days}}.', '{n}日。')).toEqual([]);
    expect([...categoriesOf('pl')].toSorted()).toEqual(['few', 'many', 'one', 'other']);
  });
});

describe('views have no text of their own', () => {
  /** The beginning of an address, a unit of the inspector, and an example of JSON. */
  const ALLOWED = /: (?:https:\/\/|ms$|\{ "sub".*)$/;
  const views = readdirSync(join(root, 'src/views'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );

  test('none of them', () => {
    expect(views.length).toBeGreaterThan(300);
    const found = views.flatMap((file) => hardCodedTexts(file, readFileSync(join(root, 'src/views', file), 'utf8')));
    expect(found.filter((text) => !ALLOWED.test(text))).toEqual([]);
  });

  test.each([
    ['<p>Close</p>', 'Close'],
    ['<p aria-label="Close" />', 'Close'],
    ["<p title={open ? 'Close' : t('open')} />", 'Close'],
    ["<p>{open && 'Close'}</p>", 'Close'],
    ['<p>{`Close ${name}`}</p>', 'Close'],
  ])('%s is found', (code, text) => {
    expect(hardCodedTexts('a.tsx', `export const A = () => ${code};`)).toEqual([`a.tsx:1: ${text}`]);
  });

  test.each(['<p className="flex">{t(\'close\')} · {name}</p>', '<p aria-label={t(`open.${name}`)} />'])(
    '%s has none',
    (code) => {
      expect(hardCodedTexts('a.tsx', `export const A = () => ${code};`)).toEqual([]);
    },
  );
});

test('what is typed, and names within a sentence, stay Latin', () => {
  const english = 'Press Ctrl, open https://a.example/x, reader.txt or Open Library';
  const russian = 'Нажмите Ctrl, откройте https://a.example/x, reader.txt или Open Library';
  expect(faultsOf('ru', 'keys.example', english, russian).filter((fault) => fault.includes('Latin'))).toEqual([]);
  expect(faultsOf('ru', 'keys.example', english, russian.replace('или', 'or'))).toContain('has the Latin words or');
});

import { expect, test } from 'vitest';
import { decodeText, decodeXml, mendLatin1 } from '../../../server/items/decode-text.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const [russian, japanese] = ['Война и мир. Роман в четырёх томах', '吾輩は猫である。名前はまだ無い。'];
const cyrillic = Buffer.from(
  [...russian].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return letter === 'ё' ? 0xb8 : code < 128 ? code : code - 0x410 + 0xc0;
  }),
);
const shiftJis = Buffer.from('8ce1947982cd944c82c582a082e9814296bc914f82cd82dc82be96b382a28142', 'hex');

test.each([
  ['UTF-8 with a mark', Buffer.from('\uFEFFé'), [], 'é'],
  ['UTF-16, small end first', Buffer.from('\uFEFFЖé', 'utf16le'), [], 'Жé'],
  ['UTF-16, big end first', Buffer.from('\uFEFFЖé', 'utf16le').swap16(), [], 'Жé'],
  ['UTF-16 without a mark', Buffer.from('<?xml é', 'utf16le'), ['utf-16'], '<?xml é'],
  ['UTF-8 under a false name', Buffer.from('Čas'), ['iso-8859-1', 'windows-1251'], 'Čas'],
  [
    'UTF-8 with a byte cut off',
    Buffer.concat([Buffer.from('Příliš žluťoučký kůň úpěl ďábelské'), Buffer.of(0xc3)]),
    ['latin1'],
    'Příliš žluťoučký kůň úpěl ďábelské\uFFFD',
  ],
  ['what is declared', cyrillic, ['windows-1251'], russian],
  ['the second declared one, where the first is wrong', cyrillic, ['utf-8', 'windows-1251'], russian],
  ['Cyrillic that is not declared', cyrillic, [], russian],
  ['Japanese that is not declared', shiftJis, [], japanese],
  ['escaped Japanese', Buffer.from('\x1b$B2fGZ\x1b(B', 'latin1'), ['iso-2022-jp'], '我輩'],
  ['western text', latin1('Zo\xeb \x96 \x93Stra\xdfe\x94'), ['nonsense'], 'Zoë – “Straße”'],
  ['nothing', Buffer.alloc(0), [], ''],
])('%s', (_what, bytes, declared, text) => expect(decodeText(bytes, declared)).toBe(text));

test('encodings named by the answer and by the declaration count', () => {
  expect([
    decodeXml(cyrillic, 'text/xml; charset="windows-1251"'),
    decodeXml(Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1251"?>'), cyrillic])),
  ]).toEqual([russian, `<?xml version="1.0" encoding="windows-1251"?>${russian}`]);
});

test('tags wrongly read as Latin-1 are decoded again', () => {
  const misread = (text: string) => Buffer.from(text).toString('latin1');
  expect(mendLatin1([misread('Jan Novák'), 'plain', 'M\xfcllers Caf\xe9 \x96 \x9cuvre', '夏目漱石'])).toEqual([
    'Jan Novák',
    'plain',
    'Müllers Café – œuvre',
    '夏目漱石',
  ]);
  expect(mendLatin1([cyrillic.toString('latin1'), 'Zoë'.normalize()])[0]).toBe(russian);
});

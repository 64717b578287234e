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

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const czech = hex(
  '4f7375647920646f6272e9686f20766f6ae16b61208a76656a6b61207a61207376ec746f76e92076e16c6b79206a736f7520' +
    '64ed6c6f204a61726f736c6176612048619a6b612c206b746572e92076799a6c6f2076206c6574656368203139323120619e' +
    '20313932332e',
);

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
  ['UTF-16 of other letters without a mark', Buffer.from('Преступление', 'utf16le'), [], 'Преступление'],
  ['the same, big end first', Buffer.from('Преступление', 'utf16le').swap16(), [], 'Преступление'],
  [
    'Czech that is not declared',
    czech,
    [],
    'Osudy dobrého vojáka Švejka za světové války jsou dílo Jaroslava Haška, které vyšlo v letech 1921 až 1923.',
  ],
  ['a Chinese title (GBK)', hex('baecc2a5c3cecac7d6d0b9fab9c5b5e4d0a1cbb5'), [], '红楼梦是中国古典小说'],
  ['a Chinese title (Big5)', hex('acf5bcd3b9daac4fa4a4b0eaa56aa8e5a470bba1'), [], '紅樓夢是中國古典小說'],
  ['a Japanese title', hex('8ce1947982cd944c82c582a082e9'), [], '吾輩は猫である'],
  ['a Japanese title (EUC)', hex('b8e3c7daa4cfc7ada4c7a4a2a4eb'), [], '吾輩は猫である'],
  ['a Korean title', hex('c7d1b1b9beee20c3a5c0d4b4cfb4d9'), [], '한국어 책입니다'],
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
  expect(mendLatin1([hex('baecc2a5c3cecac7d6d0b9fab9c5b5e4d0a1cbb5').toString('latin1')])).toEqual([
    '红楼梦是中国古典小说',
  ]);
  expect(mendLatin1([cyrillic.toString('latin1'), 'Zoë'.normalize()])[0]).toBe(russian);
});

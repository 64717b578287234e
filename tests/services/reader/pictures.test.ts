// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { Press } from '../../../src/services/reader/engine.ts';
import { offerPictures, pictureAt } from '../../../src/services/reader/pictures.ts';
import { listenForPresses } from '../../../src/services/reader/presses.ts';

const surface = document.createElement('div');
document.documentElement.append(surface);

/** A page whose pictures and drawings have this size. */
function show(markup: string, [width, height] = [600, 400]) {
  document.body.innerHTML = markup;
  for (const img of document.images) {
    const { src } = img;
    Object.defineProperties(img, {
      naturalWidth: { value: width },
      naturalHeight: { value: height },
      currentSrc: { value: src },
    });
  }
  vi.spyOn(SVGElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, height));
  vi.spyOn(surface, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 1000));
  const target = document.querySelector('[data-at]') ?? document.querySelector('img, image, svg');
  if (!target) throw new Error('The page has no picture');
  return target;
}

const at = (markup: string, size?: [number, number]) => pictureAt(show(markup, size), surface);
const map = { address: 'blob:map', width: 600, height: 400, fillsPage: false };

test.each([
  ['its alternative text', '<img src="blob:map" alt=" A  map ">', 'A map'],
  ['the words below it', '<figure><img src="blob:map" alt=""><figcaption>A <i>map</i></figcaption></figure>', 'A map'],
  ['none', '<img src="blob:map">', ''],
  ['that of the drawing it is', '<svg><title>A map</title><image data-at href="blob:map"/></svg>', 'A map'],
  ['none in a drawing of it alone', '<svg data-at><g><image xlink:href="blob:map"/></g></svg>', ''],
])('a picture of the book opens by its own address, with the name: %s', (_, markup, name) => {
  expect(at(markup)).toEqual({ ...map, name });
});

test('a picture may be in the markup itself', () => {
  expect(at('<img src="data:image/png;base64,AA==">')?.address).toBe('data:image/png;base64,AA==');
});

test.each([
  ['from another address', '<img src="https://example.org/a.png">'],
  ['of another kind of data', '<img src="data:text/html,a">'],
  ['without an address', '<img alt="A">'],
  ['in a link', '<a href="#n"><img src="blob:map"></a>'],
  ['in a link of a drawing', '<svg><a xlink:href="#n"><image href="blob:map"/></a></svg>'],
  ['in a button', '<details><summary><img src="blob:map"></summary></details>'],
  ['with links on it', '<img src="blob:map" usemap="#m">'],
  ['in a drawing, from another address', '<svg><image href="https://example.org/a.png"/></svg>'],
])('a picture %s opens nothing', (_, markup) => {
  expect(at(markup)).toBeNull();
});

test.each([
  [[63, 63], null],
  [[300, 31], null],
  [[64, 64], 'blob:map'],
  [[400, 50], 'blob:map'],
] as [[number, number], string | null][])('ornaments are none: %j is %j', (size, address) => {
  expect(at('<img src="blob:map">', size)?.address ?? null).toBe(address);
});

test('text is none', () => {
  document.body.innerHTML = '<p>Words</p>';
  expect([pictureAt(document.body.firstElementChild, surface), pictureAt(null, surface)]).toEqual([null, null]);
});

test('a drawing opens as a picture of its markup, with its size and the styles of its page', () => {
  const drawing = `<style>.red { fill: red }</style>
    <svg viewBox="0 0 30 20"><title>A plan</title><svg><path data-at class="red" d="M0 0h9"/></svg></svg>`;
  const { address = '', name, width, height } = at(drawing) ?? {};
  expect({ name, width, height }).toEqual({ name: 'A plan', width: 600, height: 400 });
  const [kind, markup = ''] = address.split(',');
  expect(kind).toBe('data:image/svg+xml');
  const svg = new DOMParser().parseFromString(decodeURIComponent(markup), 'image/svg+xml').documentElement;
  expect([svg.namespaceURI, svg.getAttribute('width'), svg.getAttribute('height')]).toEqual([
    'http://www.w3.org/2000/svg',
    '600',
    '400',
  ]);
  expect(svg.querySelector('path')?.getAttribute('style')).toContain('fill: rgb(255, 0, 0)');
  expect(document.querySelector('path')?.hasAttribute('style')).toBe(false);
});

test.each([
  [700, 800, true],
  [300, 200, false],
])('a picture of %d by %d fills the page of 800 by 1000: %s', (width, height, fillsPage) => {
  const target = show('<img src="blob:map">');
  vi.spyOn(target, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, height));
  expect(pictureAt(target, surface)?.fillsPage).toBe(fillsPage);
});

test('pictures take the focus as buttons with a name; others stay as they are', () => {
  show(`<img src="blob:map" alt="A map"><img src="blob:map"><a href="#n"><img src="blob:map"></a>
    <svg><image href="blob:map"/></svg>`);
  offerPictures(document, 'Picture');
  expect(
    [...document.querySelectorAll('img, svg')].map((one) =>
      ['role', 'tabindex', 'aria-label'].map((name) => one.getAttribute(name)),
    ),
  ).toEqual([
    ['button', '0', 'A map'],
    ['button', '0', 'Picture'],
    [null, null, null],
    ['button', '0', 'Picture'],
  ]);
});

test('a press or Enter on a picture is one of the picture, a press beside it a tap', () => {
  const target = show('<p>Words</p><img src="blob:map" alt="A map" tabindex="0">');
  vi.spyOn(surface, 'clientWidth', 'get').mockReturnValue(100);
  const presses: Press[] = [];
  const end = listenForPresses(
    document,
    surface,
    () => 0,
    (press) => presses.push(press),
  );
  const press = (on: Element | null) => on?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 20 }));
  const enter = (on: Element | null) =>
    on?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  press(target);
  enter(target);
  press(document.querySelector('p'));
  enter(document.querySelector('p'));
  end();
  expect(presses).toEqual([
    { kind: 'picture', x: 0.2, name: 'A map', ...map },
    { kind: 'picture', x: 0.5, name: 'A map', ...map },
    { kind: 'tap', x: 0.2 },
  ]);
});

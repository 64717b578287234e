import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AuthorImage } from '../../../src/views/ui/author-image.tsx';
import { CollectionCover, PlaylistCover, SeriesCover } from '../../../src/views/ui/group-covers.tsx';
import { cardWidthOf } from '../../../src/views/shared/card-size.ts';
import { Cover, PictureLink } from '../../../src/views/ui/cover.tsx';
import { COVER_RATIO } from '../../../src/views/ui/cover-shape.ts';
import type { CoverProps } from '../../../src/views/ui/cover.tsx';
import { cutAt, placeholderHue } from '../../../src/views/ui/cover-placeholder.tsx';
import { LIBRARY_ICONS, LibraryIcon } from '../../../src/views/ui/library-icon.tsx';

function cover(props: Partial<CoverProps> = {}) {
  const { container, rerender } = render(<CoverUnderTest {...props} />);
  return {
    container,
    again: (more: Partial<CoverProps>) => rerender(<CoverUnderTest {...more} />),
    images: () => [...container.querySelectorAll('img')],
  };
}

function CoverUnderTest(props: Partial<CoverProps>) {
  return (
    <Cover
      src="/cover.webp?width=160"
      aspect="square"
      width={160}
      title="The Time Machine"
      author="H. G. Wells"
      invalidLabel="Invalid Cover"
      {...props}
    />
  );
}

/** Reports that a picture of this size has loaded. */
function arrive(image: HTMLImageElement | undefined, naturalWidth: number, naturalHeight: number) {
  if (!image) throw new Error('no picture');
  Object.defineProperties(image, { naturalWidth: { value: naturalWidth }, naturalHeight: { value: naturalHeight } });
  fireEvent.load(image);
}

const parts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), src: `/${index}.webp`, title: `Book ${index}` }));
const sources = (container: HTMLElement) =>
  [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));

describe('a cover', () => {
  it('is requested in the shown size, decoded asynchronously, and lazily unless it matters', () => {
    const [image] = cover({ src2x: '/cover.webp?width=320' }).images();
    const attributes = Object.fromEntries(
      ['srcset', 'width', 'height', 'decoding', 'loading', 'fetchpriority', 'alt'].map((name) => [
        name,
        image?.getAttribute(name),
      ]),
    );
    expect(attributes).toEqual({
      srcset: '/cover.webp?width=160 1x, /cover.webp?width=320 2x',
      width: '160',
      height: '160',
      decoding: 'async',
      loading: 'lazy',
      fetchpriority: 'auto',
      alt: '',
    });
  });

  it('loads first when the page opens with it', () => {
    const [image] = cover({ priority: 'high' }).images();
    expect([image?.getAttribute('loading'), image?.getAttribute('fetchpriority')]).toEqual(['eager', 'high']);
  });

  it.each([
    ['square', 1000, 1000, 1, 'CON-016'],
    ['square', 1000, 1150, 1, 'CON-012, CON-016'],
    ['square', 1000, 1160, 2, 'WID-014, VAL-041, CON-012'],
    ['square', 1000, 840, 2, 'WID-014, VAL-041, CON-012'],
    ['book', 1000, 1600, 1, 'CON-015'],
    ['book', 1000, 1750, 1, 'CON-012, CON-015'],
    ['book', 1000, 1760, 2, 'WID-014, CON-012, CON-015'],
    ['book', 1000, 1000, 2, 'WID-014, VAL-041'],
  ] as const)(
    'in a %s box, a picture of %i by %i is drawn as %i layers (%s)',
    (aspect, width, height, layers, _row) => {
      const { images } = cover({ aspect });
      arrive(images()[0], width, height);
      expect(images()).toHaveLength(layers);
    },
  );

  it('shows Invalid Cover when the picture fails to load, and retries with another address (WID-011)', () => {
    const { images, again } = cover();
    const [image] = images();
    if (image) fireEvent.error(image);
    const broken = [screen.queryByText('Invalid Cover') !== null, images().length];
    again({ src: '/other.webp' });
    expect([broken, screen.queryByText('Invalid Cover'), images().length]).toEqual([[true, 0], null, 1]);
  });

  it('keeps its box when the picture is odd, broken or missing', () => {
    const { container, images, again } = cover();
    const box = container.firstElementChild;
    const ratio = box?.getAttribute('style');
    arrive(images()[0], 100, 300);
    fireEvent.error(images()[0] ?? container);
    again({ src: null });
    expect([container.firstElementChild === box, box?.getAttribute('style')]).toEqual([true, ratio]);
  });

  it.each([
    ['T'.repeat(80), 'A', `${'T'.repeat(60)}…A`, 'VAL-044, CON-087'],
    ['T', 'A'.repeat(40), `T${'A'.repeat(30)}…`, 'VAL-045, CON-087'],
    ['T'.repeat(60), 'A'.repeat(30), 'T'.repeat(60) + 'A'.repeat(30), 'CON-087'],
  ])('draws title %s and author %s without a picture as %s (WID-015, %s)', (title, author, text) => {
    expect(cover({ src: null, title, author }).container.textContent).toBe(text);
  });

  it('shows progress, and a tick instead when finished', () => {
    const { container, again } = cover({ progress: 0.4 });
    const line = container.querySelector<HTMLElement>('[style*="inline-size"]')?.style.inlineSize;
    again({ progress: 1, finishedLabel: 'Finished' });
    expect([
      line,
      container.querySelector('[style*="inline-size"]'),
      screen.getByRole('img', { name: 'Finished' }).tagName,
    ]).toEqual(['40%', null, 'SPAN']);
  });

  it('marks the open item of the player, animated only while it plays', () => {
    const { container, again } = cover({ playback: { sounds: true, label: 'Playing' } });
    const moves = () => container.querySelector('.equaliser')?.getAttribute('data-moves');
    const sounding = [screen.getByRole('img', { name: 'Playing' }).tagName, moves()];
    again({ playback: { sounds: false, label: 'Now playing' } });
    expect([sounding, screen.getByRole('img', { name: 'Now playing' }).tagName, moves()]).toEqual([
      ['SPAN', 'true'],
      'SPAN',
      'false',
    ]);
  });

  it('shows its size on request (WID-013)', () => {
    cover({ resolution: '1200 × 1200' });
    expect(screen.getByText('1200 × 1200').tagName).toBe('SPAN');
  });

  it('has a link to the picture itself, in a new tab (WID-012)', () => {
    render(<PictureLink href="/raw.jpg" label="Open in a new tab" />);
    const link = screen.getByRole('link', { name: 'Open in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '/raw.jpg',
      '_blank',
      'noopener noreferrer',
    ]);
  });
});

it('covers of both shapes are equally high: 120 px wide, or 192 px when square (CON-013, CON-014, AMB-24)', () => {
  expect(['book', 'square'].map((aspect) => cardWidthOf(120, aspect as 'book'))).toEqual([120, 192]);
  expect(120 * COVER_RATIO.book).toBe(192 * COVER_RATIO.square);
});

describe('placeholders', () => {
  it('have the same colour for the same title', () => {
    expect(placeholderHue('Dracula')).toBe(placeholderHue('Dracula'));
  });

  it('have different colours for most titles', () => {
    expect(
      new Set(['Dracula', 'Emma', 'Middlemarch', 'Ulysses', 'Walden', 'Kim', 'Candide', 'Faust'].map(placeholderHue))
        .size,
    ).toBeGreaterThan(3);
  });

  it('count whole characters, not halves', () => {
    expect([cutAt('🎧🎧🎧', 2), cutAt('🎧🎧', 2)]).toEqual(['🎧🎧…', '🎧🎧']);
  });
});

describe('composed covers', () => {
  it('of a collection show its first two books, or that it is empty (WID-018, WID-019)', () => {
    const { container, rerender } = render(
      <CollectionCover books={parts(3)} aspect="book" width={240} emptyLabel="Empty Collection" invalidLabel="" />,
    );
    const shown = sources(container);
    rerender(<CollectionCover books={[]} aspect="book" width={240} emptyLabel="Empty Collection" invalidLabel="" />);
    expect([shown, container.textContent]).toEqual([['/0.webp', '/1.webp'], 'Empty Collection']);
  });

  it.each([
    [0, []],
    [1, ['/0.webp']],
    [2, ['/0.webp', '/1.webp', '/1.webp', '/0.webp']],
    [3, ['/0.webp', '/1.webp', '/2.webp', '/0.webp']],
    [6, ['/0.webp', '/1.webp', '/2.webp', '/3.webp']],
  ])('of a playlist of %i fill its tiles (WID-020, CON-018)', (count, tiles) => {
    const { container } = render(<PlaylistCover items={parts(count)} width={200} invalidLabel="" />);
    expect(sources(container)).toEqual(tiles);
  });

  it('of a series fan out at most ten books, the first on top (WID-021, CON-017)', () => {
    const { container } = render(
      <SeriesCover name="Ghosts" books={parts(14)} aspect="square" width={800} invalidLabel="" />,
    );
    const layers = [...container.querySelectorAll<HTMLElement>('[style*="z-index"]')].map((element) =>
      Number(element.style.zIndex),
    );
    expect([sources(container).length, layers]).toEqual([10, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]]);
  });

  it('of a narrow series leave out books that would be nearly hidden', () => {
    const { container } = render(
      <SeriesCover name="Ghosts" books={parts(14)} aspect="square" width={308} invalidLabel="" />,
    );
    expect(sources(container)).toHaveLength(5);
  });

  it('of a series of one book are over the blur of that book', () => {
    const { container } = render(
      <SeriesCover name="Ghosts" books={parts(1)} aspect="square" width={800} invalidLabel="" />,
    );
    expect(
      [...container.querySelectorAll('img')].map((image) => [
        image.getAttribute('src'),
        image.getAttribute('aria-hidden'),
      ]),
    ).toEqual([
      ['/0.webp', 'true'],
      ['/0.webp', null],
    ]);
  });

  it.each([
    ['books', []],
    ['pictures', parts(3).map((book) => ({ ...book, src: null }))],
  ])('of a series without %s show its name (WID-022)', (_what, books) => {
    const { container } = render(
      <SeriesCover name="Ghosts" books={books} aspect="square" width={240} invalidLabel="" />,
    );
    expect(container.textContent).toBe('Ghosts');
  });
});

describe('the image of an author', () => {
  it.each([
    [1000, 499, 2],
    [1000, 500, 1],
    [1000, 2000, 1],
    [1000, 2001, 2],
  ])('of %i by %i is drawn as %i layers (WID-017, VAL-043, CON-088)', (width, height, layers) => {
    const { container } = render(<AuthorImage src="/a.webp" name="Jane Austen" width={120} />);
    arrive(container.querySelector('img') ?? undefined, width, height);
    expect(container.querySelectorAll('img')).toHaveLength(layers);
  });

  it('is the initials without an image or when it fails to load (WID-016)', () => {
    const { container, rerender } = render(<AuthorImage src={null} name="Arthur Conan Doyle" width={120} />);
    const drawn = container.textContent;
    rerender(<AuthorImage src="/gone.webp" name="شهرزاد" width={120} />);
    fireEvent.error(container.querySelector('img') ?? container);
    expect([drawn, container.textContent]).toEqual(['AD', 'ش']);
  });
});

describe('library icons', () => {
  it('are the seventeen of the product, each with a drawing of its own (ENU-009)', () => {
    const { container } = render(
      <>
        {LIBRARY_ICONS.map((name) => (
          <LibraryIcon key={name} name={name} />
        ))}
      </>,
    );
    expect([LIBRARY_ICONS, new Set([...container.querySelectorAll('svg')].map((svg) => svg.innerHTML)).size]).toEqual([
      [
        'database',
        'audiobookshelf',
        'books-1',
        'books-2',
        'book-1',
        'microphone-1',
        'microphone-3',
        'radio',
        'podcast',
        'rss',
        'headphones',
        'music',
        'file-picture',
        'rocket',
        'power',
        'star',
        'heart',
      ],
      17,
    ]);
  });

  it.each(['unknown', 'constructor', ''])('fall back to the default one for %j (WID-023)', (name) => {
    const { container } = render(<LibraryIcon name={name} />);
    expect(container.querySelector('svg')?.dataset['libraryIcon']).toBe('database');
  });
});

it('the equaliser is small on a small cover', () => {
  const mark = (width: number) => {
    const { container, unmount } = render(
      <Cover
        src={null}
        aspect="square"
        width={width}
        title="Dracula"
        invalidLabel=""
        playback={{ sounds: true, label: 'Playing' }}
      />,
    );
    const classes = container.querySelector('[role="img"]')?.className.split(' ') ?? [];
    unmount();
    return ['size-4', 'size-6'].filter((size) => classes.includes(size));
  };
  expect([mark(56), mark(160)]).toEqual([['size-4'], ['size-6']]);
});

it('the cover of a collection shows the equaliser of its book that is open in the player', () => {
  render(
    <CollectionCover
      books={parts(2)}
      aspect="square"
      width={240}
      emptyLabel=""
      invalidLabel=""
      playback={{ sounds: false, label: 'Now playing' }}
    />,
  );
  expect(screen.getByRole('img', { name: 'Now playing' }).querySelector('[data-moves="false"]')).not.toBe(null);
});

it('the cover of a series shows the equaliser of its book that is open in the player', () => {
  render(
    <SeriesCover
      name="Ghosts"
      books={parts(2)}
      aspect="square"
      width={240}
      invalidLabel=""
      playback={{ sounds: true, label: 'Playing' }}
    />,
  );
  expect(screen.getByRole('img', { name: 'Playing' }).querySelector('[data-moves="true"]')).not.toBe(null);
});

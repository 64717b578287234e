import { fromTransition, type SnapshotFrom } from 'xstate';
import { isReadable } from '../../src/machines/reader/formats.logic.ts';
import { readerMachine } from '../../src/machines/reader/reader.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { fakePlace } from '../support/fakes/readers.ts';
import { bookBody, questionClosed } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';
import { ebookItem, key, pinch, tap } from '../support/reader-fixtures.ts';

const surface = {} as HTMLElement;
const footnote = { target: '4', html: '<p>Note</p>', x: 0, y: 0, isLow: false };
const picture = { address: 'blob:map', name: 'A map', width: 600, height: 400 };
const network = { kind: 'network' } as const;
const isAsking = (state: SnapshotFrom<typeof readerMachine>) =>
  state.matches({ opened: { reading: { panel: 'askingPlace' } } });

export const readerModel = defineModel({
  name: 'reader',
  machine: readerMachine,
  starts: [
    { input: { itemId: bookBody.id, ino: null } },
    { input: { itemId: bookBody.id, ino: null, known: ebookItem() }, until: (state) => state.matches('opened') },
  ],
  named: {
    modals: null,
    toasts: null,
    player: null,
    progress: fromTransition((state) => state, { entries: {}, userId: 'u' }),
  },
  events: [
    { type: 'reader.attach', surface },
    { type: 'reader.dismiss' },
    { type: 'reader.escape' },
    { type: 'address.left' },
    { type: 'reader.retry' },
    { type: 'reader.download' },
    { type: 'reader.typePassword', password: 'secret' },
    { type: 'reader.submitPassword' },
    { type: 'file.progressed', loaded: 1, total: 2 },
    { type: 'file.loaded', file: new Blob(), own: null },
    { type: 'file.failed', error: network },
    {
      type: 'book.opened',
      contents: [],
      printedPages: [],
      direction: 'ltr',
      canSearch: true,
      canMark: true,
      canReadAloud: true,
      isNarrated: false,
    },
    { type: 'book.failed', error: network, fault: 'corrupt' },
    { type: 'book.failed', error: network, fault: 'locked' },
    { type: 'book.moved', place: fakePlace(2), isJump: false },
    { type: 'book.moved', place: fakePlace(2), isJump: true },
    { type: 'book.moved', place: fakePlace(4), isJump: true },
    { type: 'reader.goBack' },
    { type: 'book.listed', chapters: [] },
    { type: 'reader.scrub', share: 0.5 },
    { type: 'reader.endScrub' },
    { type: 'reader.toggleGoTo' },
    { type: 'reader.typeGoTo', text: '50%' },
    { type: 'reader.submitGoTo' },
    { type: 'book.pressed', press: key('BrowserBack') },
    { type: 'book.pressed', press: { kind: 'jump', target: '4' } },
    { type: 'book.pressed', press: { kind: 'footnote', ...footnote } },
    { type: 'reader.showFootnote', footnote },
    { type: 'reader.closeFootnote' },
    { type: 'book.pressed', press: { kind: 'picture', x: 0.9, fillsPage: true, ...picture } },
    { type: 'reader.showPicture', picture },
    { type: 'reader.closePicture' },
    { type: 'book.pressed', press: key('Escape') },
    { type: 'book.pressed', press: tap(0.5) },
    { type: 'reader.press', press: key(' ') },
    { type: 'reader.followLink', url: 'https://example.org/' },
    { type: 'reader.turn', turn: 'next' },
    { type: 'reader.toggleBars' },
    { type: 'reader.toggleContents' },
    { type: 'reader.toggleSettings' },
    { type: 'reader.toggleMarks' },
    { type: 'reader.toggleBookmark' },
    { type: 'marks.opened' },
    { type: 'marks.closed' },
    { type: 'book.requested', command: { type: 'book.deselect' } },
    { type: 'book.selected', selection: null },
    { type: 'book.marked', id: 'a', x: 0, y: 0, isLow: false, isInLink: false },
    { type: 'book.viewed', ids: [] },
    { type: 'reader.press', press: key('b') },
    { type: 'reader.press', press: key('h') },
    { type: 'reader.press', press: key('a') },
    { type: 'book.sentencesFound', sentences: [] },
    { type: 'book.voiceHidden' },
    { type: 'reader.press', press: key('Enter') },
    { type: 'reader.go', target: '3' },
    { type: 'reader.change', change: { theme: 'dark' } },
    { type: 'reader.keepFor', scope: 'book' },
    { type: 'reader.keepFor', scope: 'all' },
    { type: 'reader.changePages', change: { zoom: 200 } },
    { type: 'book.pressed', press: key('+') },
    { type: 'book.pressed', press: key('End') },
    { type: 'book.pressed', press: pinch(2, false) },
    { type: 'book.pressed', press: pinch(2) },
    { type: 'reader.showThumbnail', page: 2, into: surface },
    { type: 'reader.search', query: 'word' },
    { type: 'book.found', query: 'word', matches: [] },
    { type: 'place.reported', location: '4', share: 0.8 },
    { type: 'reader.followPlace' },
    { type: 'reader.undoPlace' },
    { type: 'reader.dismissPlace' },
    { type: 'document.left' },
    questionClosed(true),
    questionClosed(false),
  ],
  ignored: [{ type: 'book.found', query: 'another', matches: [] }],
  outputs: { fetchItem: [ebookItem(), ebookItem('cbz'), ebookItem('txt')] },
  failures: { fetchItem: [new AppException(network)], saveFile: [new AppException(network)] },
  // Once the book is missing, its open parts decide nothing.
  project: (state) => [
    state.context.surface !== null,
    state.context.file?.format,
    state.matches('failed') && state.context.fault === 'locked',
    ...(state.matches('opened')
      ? [
          state.context.link !== null,
          state.context.footnote !== null,
          state.context.picture !== null,
          state.context.scrub !== null,
          isAsking(state) && state.context.typed,
          state.context.query,
          state.context.place?.page,
          state.context.jumps.length,
          state.context.report !== null,
          state.context.hasMarkOpen,
        ]
      : []),
  ],
  // Parallel regions: explored in pairs; the offer, the way back of jumps and fixed pages with nothing else open.
  stopWhen: (state) => {
    const {
      report,
      query,
      link,
      footnote,
      picture: shown,
      place,
      pages,
      hasMarkOpen,
      jumps,
      scrub,
      typed,
    } = state.context;
    const isReading = state.matches({ opened: 'reading' });
    const isTurned = state.matches({ opened: { reading: { position: 'moved' } } });
    const isAway =
      jumps.length > 0 || (isReading && !isTurned && !state.matches({ opened: { reading: { position: 'kept' } } }));
    const isTyped = isAsking(state) && typed !== '';
    const open = [
      report !== null && !state.matches({ opened: 'opening' }),
      isAway,
      isTurned,
      isReading && !isAway && place?.page !== 2,
      query !== '',
      link !== null,
      footnote !== null,
      // Alone: nothing else of the page can be reached.
      shown !== null,
      shown !== null,
      scrub !== null,
      hasMarkOpen,
      state.matches({ opened: { reading: { bars: 'hidden' } } }),
      isReading && !state.matches({ opened: { reading: { panel: 'hidden' } } }),
    ];
    return (
      jumps.length > 2 ||
      open.filter(Boolean).length > (report === null && pages === null && !isAway && scrub === null && !isTyped ? 2 : 1)
    );
  },
  invariants: {
    'a book is open only with a file that can be read, and a place to draw in': (state) =>
      !state.matches('opened') ||
      (state.context.blob !== null && state.context.surface !== null && isReadable(state.context.file?.format)),
    'only books with fixed pages have a look of pages': ({ context }) =>
      (context.pages !== null) === (context.file?.format === 'cbz'),
    'the scrubber shows a place exactly while it has one': (state) =>
      state.context.scrub !== null || !state.matches({ opened: { reading: { scrubber: 'held' } } }),
    'a question shows exactly while there is a link': (state) =>
      !state.matches({ opened: 'reading' }) ||
      (state.context.link !== null) === state.matches({ opened: { reading: { question: 'asking' } } }),
    'a footnote shows exactly while there is one': (state) =>
      !state.matches({ opened: 'reading' }) ||
      (state.context.footnote !== null) === state.matches({ opened: { reading: { footnote: 'open' } } }),
    'a picture is large exactly while there is one, and hides no panel': (state) =>
      !state.matches({ opened: 'reading' }) ||
      (state.context.picture === null
        ? !state.children.pictureView
        : state.children.pictureView !== undefined && state.matches({ opened: { reading: { panel: 'hidden' } } })),
    'an address is opened only after a person has said so': (_state, { happened, ports }) =>
      ports.page.shown.tabs.length <=
      happened.filter((event) => event.type === 'modal.closed' && JSON.stringify(event).includes('"accepted":true'))
        .length,
    'a place of another device is offered or followed only after its event': (state) =>
      state.context.report !== null ||
      !(['offered', 'followed'] as const).some((offer) => state.matches({ opened: { reading: { offer } } })),
    'jumps lead back only to places that were left': ({ context }, { happened }) =>
      context.jumps.length <=
      happened.filter((event) => event.type === 'book.moved' && 'isJump' in event && event.isJump === true).length,
    'results show only during the search': ({ context }) => context.matches === null || context.query.length > 1,
  },
});

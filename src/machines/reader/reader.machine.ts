import type { ActorRefFrom } from 'xstate';
import { by } from '../kit/by.ts';
import { getProgress } from '../kit/system.ts';
import { failureOf } from '../kit/failure.logic.ts';
import { engineOf } from './formats.logic.ts';
import { marksInputOf } from './marks.logic.ts';
import { bars, footnote, offer, panel, picture, position, question, scrubber } from './reader.regions.ts';
import { startOf } from '../playback/progress/ebook-places.ts';
import { addressOf, firstContext, type ReaderContext } from './reader.context.ts';
import { readerSetup } from './reader.setup.ts';
import { lookOf } from './settings.logic.ts';

/**
 * Reads an ebook: loads the file and opens it in the engine of its format. The address names it.
 * The account's place changes only by turning pages; a jump has a way back. A newer place of another device is offered.
 * Escape and 'back' close one layer at a time.
 */
export const readerMachine = readerSetup.createMachine({
  id: 'reader',
  context: ({ input, self }) => firstContext(input, self.system),
  invoke: { src: 'address', id: 'address', input: ({ context, self }) => addressOf(context, self.system) },
  initial: 'starting',
  on: {
    'reader.attach': { actions: by('keepSurface') },
    'reader.dismiss': '.closed',
    'reader.escape': '.closed',
    'address.left': '.closed',
  },
  states: {
    starting: {
      always: [
        {
          guard: 'hasItem',
          target: 'deciding',
          actions: { type: 'keepItem', params: ({ context }) => ({ item: itemOf(context) }) },
        },
        { target: 'finding' },
      ],
    },
    finding: {
      tags: 'busy',
      invoke: {
        src: 'fetchItem',
        id: 'fetchItem',
        input: ({ context }) => ({ id: context.itemId }),
        onDone: { target: 'deciding', actions: { type: 'keepItem', params: ({ event }) => ({ item: event.output }) } },
        onError: { target: 'failed', actions: { type: 'rememberCause', params: failureOf } },
      },
    },
    deciding: { always: [{ guard: 'isReadable', target: 'loading' }, { target: 'failed' }] },
    loading: {
      tags: 'busy',
      entry: ['forgetFile', 'forgetBook', 'readEngineAhead'],
      invoke: {
        src: 'bookFile',
        id: 'bookFile',
        input: ({ context }) => ({ itemId: context.itemId, ino: fileOf(context).ino }),
      },
      on: {
        'file.progressed': { actions: by('keepBytes') },
        'file.loaded': { target: 'waiting', actions: by('keepFile') },
        'file.failed': {
          target: 'failed',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ error: event.error, fault: null }) },
        },
      },
    },
    waiting: { tags: 'busy', always: { guard: 'hasSurface', target: 'opened' } },
    opened: {
      invoke: [
        {
          src: 'placeKeeper',
          id: 'keeper',
          input: ({ context }) => ({ itemId: context.itemId, ...fileOf(context) }),
        },
        {
          src: 'openBook',
          id: 'book',
          input: ({ context, self }) => {
            const { itemId, surface, blob, own, settings, pages, password } = context;
            const file = fileOf(context);
            const engine = engineOf(file.format);
            if (!surface || !blob || !engine) throw new Error('The reader has nothing to open');
            const progress = getProgress(self.system, { libraryItemId: itemId, episodeId: null });
            const location = startOf(own, file.isMain, progress);
            return { engine, file: blob, surface, location, look: lookOf(settings, pages), password };
          },
        },
        { src: 'marks', id: 'marks', input: ({ context }) => marksInputOf(context, fileOf(context)) },
        { src: 'documentEnd', id: 'documentEnd' },
      ],
      on: {
        'book.moved': { actions: by('keepPlace') },
        'book.failed': {
          target: 'failed',
          actions: { type: 'rememberFailure', params: ({ event: { error, fault } }) => ({ error, fault }) },
        },
        'document.left': { actions: 'save' },
        'place.reported': { actions: by('keepReport') },
        'marks.opened': { actions: { type: 'keepMarkOpen', params: { isOpen: true } } },
        'marks.closed': { actions: { type: 'keepMarkOpen', params: { isOpen: false } } },
        'book.requested': { actions: by('askBook') },
        'book.selected': { actions: { type: 'notifyMarks', params: ({ event }) => ({ event }) } },
        'book.marked': { actions: { type: 'notifyMarks', params: ({ event }) => ({ event }) } },
        'book.viewed': { actions: { type: 'notifyMarks', params: ({ event }) => ({ event }) } },
      },
      initial: 'opening',
      states: {
        opening: {
          tags: 'busy',
          on: { 'book.opened': { target: 'reading', actions: by('keepBook') } },
        },
        reading: {
          type: 'parallel',
          invoke: [
            {
              src: 'companion',
              id: 'companion',
              input: ({ context }) => {
                const { contents, place } = context;
                return { item: itemOf(context), file: fileOf(context), contents, place };
              },
            },
            { src: 'aloud', id: 'aloud' },
          ],
          on: {
            'book.pressed': { actions: by('act') },
            'reader.press': { actions: by('act') },
            'reader.change': {
              actions: [by('change'), 'storeLook'],
            },
            'reader.keepFor': { actions: by('keepFor') },
            'reader.toggleBookmark': { actions: 'toggleBookmark' },
            'reader.go': { actions: by('go') },
            'reader.changePages': {
              guard: 'hasPages',
              actions: [by('changePages'), 'storeLook'],
            },
            'reader.showThumbnail': {
              guard: 'hasPages',
              actions: by('showThumbnail'),
            },
            'book.sentencesFound': { actions: { type: 'notifyAloud', params: ({ event }) => ({ event }) } },
            'book.voiceHidden': { actions: { type: 'notifyAloud', params: ({ event }) => ({ event }) } },
            'book.listed': { actions: by('keepChapters') },
            'reader.search': { actions: by('search') },
            'book.found': {
              guard: by('isWanted'),
              actions: by('keepMatches'),
            },
          },
          states: {
            position,
            bars,
            scrubber,
            panel,
            question,
            footnote,
            picture,
            offer,
          },
        },
      },
    },
    failed: {
      tags: 'failed',
      initial: 'resting',
      on: {
        'reader.retry': { target: 'finding', actions: 'forgetBook' },
        'reader.typePassword': { guard: 'isLocked', actions: by('keepPassword') },
        'reader.submitPassword': { guard: 'isLocked', target: 'waiting', actions: 'forgetBook' },
      },
      states: {
        resting: { on: { 'reader.download': 'saving' } },
        saving: {
          invoke: {
            src: 'saveFile',
            id: 'saveFile',
            input: ({ context: { itemId, ino, file, blob } }) => ({
              itemId,
              ino: file?.ino ?? ino,
              name: file?.name ?? '',
              blob,
            }),
            onDone: 'resting',
            onError: { target: 'resting', actions: { type: 'notifySaveFailure', params: failureOf } },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
  output: 'dismissed',
});

function itemOf({ item }: ReaderContext) {
  if (!item) throw new Error('The reader has no item');
  return item;
}

function fileOf({ file }: ReaderContext) {
  if (!file) throw new Error('The reader has no file');
  return file;
}

export type ReaderRef = ActorRefFrom<typeof readerMachine>;

import { fireEvent, screen } from '@testing-library/react';
import { updateTracks } from '../../../src/services/endpoints/item-editing.ts';
import {
  cancelEncode,
  embedMetadata,
  encodeM4b,
  getMetadataObject,
} from '../../../src/services/endpoints/item-tools.ts';
import { listTasks } from '../../../src/services/endpoints/tasks.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { bookBody } from '../../support/item-fixtures.ts';
import { taskOf } from '../../support/task-fixtures.ts';
import { bookOfFiles } from '../../support/tool-fixtures.ts';
import { answerPages } from './answers.ts';
import { found, inDialog, press, refuses, withSizes, type Refused } from './refused.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/edit/book-tools/book-tools.machine.ts';
import '../../../src/machines/edit/track-order/track-order.machine.ts';
import '../../../src/views/edit/book-tools/book-tools-page.tsx';
import '../../../src/views/app/modals/confirm-prompt.tsx';
import '../../../src/views/edit/track-order/track-order-page.tsx';

const { id } = bookBody;
const ORDER = `/audiobook/${id}/edit`;
const toolPath = (tool: 'embed' | 'm4b') => `/audiobook/${id}/manage?tool=${tool}`;

function answers(ports: FakePorts) {
  answerPages(ports, bookOfFiles('a', 'b'));
  ports.api.answer(getMetadataObject, { title: 'Alice' });
}

const includeOne = () => screen.findByLabelText<HTMLInputElement>('Include b.mp3');

const TABLE: Record<string, Refused> = {
  'book tools: embed': {
    path: toolPath('embed'),
    endpoint: embedMetadata,
    async act() {
      await press(/^Embed$/);
      await inDialog(/^Embed$/);
    },
    says: 'That didn’t work.',
    shows: () => found(/^Embed$/),
  },
  'book tools: encode': {
    path: toolPath('m4b'),
    endpoint: encodeM4b,
    act: () => press(/^Make the M4B file$/),
    says: 'That didn’t work.',
    shows: () => found(/^Make the M4B file$/),
  },
  'book tools: an encode is canceled': {
    path: toolPath('m4b'),
    prepare: ({ api }) =>
      api.answer(listTasks, { tasks: [taskOf({ id: 't', action: 'encode-m4b', data: { libraryItemId: id } })] }),
    endpoint: cancelEncode,
    async act() {
      await press(/^Cancel encode$/);
      await inDialog(/^Stop encoding$/);
    },
    says: 'That didn’t work.',
    shows: () => found(/^Cancel encode$/),
  },
  'track order: save': {
    path: ORDER,
    endpoint: updateTracks,
    async act() {
      const include = await includeOne();
      if (include.checked) fireEvent.click(include);
      await press(/^Save$/);
    },
    says: 'Not saved:',
    shows: () => !screen.getByLabelText<HTMLInputElement>('Include b.mp3').checked,
  },
};

withSizes();
refuses(TABLE, answers);

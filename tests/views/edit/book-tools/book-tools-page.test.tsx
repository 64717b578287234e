import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  cancelEncode,
  embedMetadata,
  encodeM4b,
  getMetadataObject,
} from '../../../../src/services/endpoints/item-tools.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listTasks } from '../../../../src/services/endpoints/tasks.ts';
import '../../../../src/machines/edit/book-tools/book-tools.machine.ts';
import '../../../../src/views/edit/book-tools/book-tools-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { bookBody } from '../../../support/item-fixtures.ts';
import { taskOf } from '../../../support/task-fixtures.ts';
import { bookOfFiles } from '../../../support/tool-fixtures.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const { id } = bookBody;
const data = { libraryItemId: id };

function open(tool: 'embed' | 'm4b', prepare?: ClientOptions['prepare'], body: object = bookOfFiles('a', 'b')) {
  const client = openClient(`/audiobook/${id}/manage?tool=${tool}`, {
    account: 'login-root',
    prepare: (ports) => {
      ports.api.answer(getItem, body);
      ports.api.answer(getMetadataObject, { title: 'Alice', artist: 'Lewis Carroll', TIT3: null, custom: 'x' });
      prepare?.(ports);
    },
  });
  return client;
}
type Client = ReturnType<typeof open>;

async function goLive({ ports }: Client) {
  await waitFor(() => expect(ports.socket.connections).toBe(1));
  act(() => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: 'u', username: 'u' });
  });
}

test('an embed is requested, followed file by file, and shows its failure (CFG-055 to CFG-057)', async () => {
  const client = open('embed', ({ api }) => api.answer(embedMetadata, 'OK'));
  const { ports } = client;
  expect(await screen.findByText('Lewis Carroll')).toBeTruthy();
  expect(screen.queryByText('Subtitle')).toBeNull();
  expect(screen.getByText('custom')).toBeTruthy();
  await goLive(client);
  fireEvent.click(screen.getByLabelText(/^Keep a backup of the audio files/));
  fireEvent.click(screen.getByText('Embed'));
  const question = await screen.findByRole('dialog');
  expect(within(question).getByText('Write the details into 2 audio files, without a backup?')).toBeTruthy();
  fireEvent.click(within(question).getByText('Embed', { selector: 'button *' }));
  await waitFor(() => expect(ports.api.inputsOf(embedMetadata)).toEqual([{ id, backup: false }]));
  const task = taskOf({ id: 't', action: 'embed-metadata', data });
  act(() => {
    ports.socket.receive('task_started', task);
    ports.socket.receive('track_started', { ...data, ino: 'b' });
    ports.socket.receive('track_progress', { ...data, ino: 'b', progress: 41.7 });
    ports.socket.receive('task_progress', { ...data, progress: 70.4 });
  });
  const table = screen.getByRole('table', { name: 'Audio files' });
  expect(within(table).getByText('Done')).toBeTruthy();
  expect(within(table).getByText('42 %')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('70');
  const error = { errorKey: 'MessageTaskFailedToEmbedMetadataInFile', errorSubs: ['b.mp3'] };
  act(() => ports.socket.receive('task_finished', { ...task, ...error, isFinished: true, isFailed: true }));
  expect(screen.getByText('It failed. Couldn’t embed metadata in “b.mp3”')).toBeTruthy();
  expect(within(table).getByText('Failed')).toBeTruthy();
});

test('a running task is found after a reload with its values, and canceled after a question', async () => {
  const encodeOptions = { codec: 'aac', bitrate: '64k', channels: '1' };
  const task = taskOf({ id: 't', action: 'encode-m4b', data: { ...data, encodeOptions } as never });
  const client = open('m4b', ({ api }) => {
    api.answer(listTasks, { tasks: [task] });
    api.answer(cancelEncode, 'OK');
  });
  expect(await screen.findByText('Encoding with codec aac, 64k, 1 channel')).toBeTruthy();
  await goLive(client);
  fireEvent.click(screen.getByText('Cancel encode'));
  fireEvent.click(within(await screen.findByRole('dialog')).getByText('Stop encoding', { selector: 'button *' }));
  await waitFor(() => expect(client.ports.api.inputsOf(cancelEncode)).toEqual([{ id }]));
  const canceled = { isFinished: true, isFailed: true, errorKey: 'MessageTaskCanceledByUser' };
  act(() => client.ports.socket.receive('task_finished', { ...task, ...canceled }));
  expect(screen.getByText('Canceled. The audio files weren’t changed.')).toBeTruthy();
});

test('an encode takes presets or typed values, and rejects what the encoder cannot take', async () => {
  const { ports } = open('m4b', ({ api }) => api.answer(encodeM4b, 'OK'));
  const codecs = await screen.findByRole('group', { name: 'Codec' });
  expect(within(codecs).getByLabelText<HTMLInputElement>('AAC').checked).toBe(true);
  expect(screen.getByText('Currently: 48 kbit/s')).toBeTruthy();
  fireEvent.click(within(codecs).getByLabelText('Copy'));
  expect(screen.getByLabelText<HTMLInputElement>('64k').disabled).toBe(true);
  fireEvent.click(screen.getByText('Advanced'));
  fireEvent.change(screen.getByLabelText('Bit rate'), { target: { value: 'much' } });
  expect(screen.getByText('A bit rate, like 128k')).toBeTruthy();
  fireEvent.click(screen.getByText('Make the M4B file'));
  expect(ports.api.inputsOf(encodeM4b)).toEqual([]);
  fireEvent.change(screen.getByLabelText('Bit rate'), { target: { value: '96k' } });
  fireEvent.click(screen.getByText('Make the M4B file'));
  await waitFor(() =>
    expect(ports.api.inputsOf(encodeM4b)).toEqual([{ id, codec: 'aac', bitrate: '96k', channels: '1' }]),
  );
  fireEvent.click(screen.getByText('Embed details'));
  await waitFor(() => expect(location.search).toBe('?tool=embed'));
  expect(await screen.findByText(/^The server is making an M4B file of this book/)).toBeTruthy();
});

test('what failed to load is reloaded: the item, the details, the tasks', async () => {
  const { ports } = open('embed', ({ api }) => api.refuse(getItem, { kind: 'server', status: 500, message: '' }));
  expect(await screen.findByText('Couldn’t load the book')).toBeTruthy();
  ports.api.answer(getItem, bookOfFiles('a'));
  ports.api.refuse(getMetadataObject, { kind: 'server', status: 500, message: '' });
  fireEvent.click(screen.getByText('Try again'));
  expect(await screen.findByText(/^Couldn’t load the details/)).toBeTruthy();
  ports.api.answer(getMetadataObject, { title: 'Alice' });
  fireEvent.click(screen.getByText('Try again'));
  expect(await screen.findByText('Alice')).toBeTruthy();
});

test('an item without audio files says so, with the way back', async () => {
  open('embed', undefined, podcastBody);
  expect(await screen.findByText('This item has no audio files for these tools')).toBeTruthy();
  expect(screen.getByText('Back to the item').closest('a')?.getAttribute('href')).toBe(`/item/${id}`);
});

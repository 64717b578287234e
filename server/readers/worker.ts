import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import { checkpoint, openReader } from '../store/database.ts';
import { answerNow, longJobs } from './jobs.ts';
import { parsers } from './parsers.ts';
import type { FromWorker, ToWorker, WorkerStart } from './readers.ts';

/** A thread of the server. It only reads, except for the files of a long job. */
const { dataDir } = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error('This file is run by the server as a thread');
const notify = (message: FromWorker) => port.postMessage(message);
const database = dataDir === null ? null : openReader(dataDir);

port.on('message', async (message: ToWorker) => {
  try {
    if (message.kind === 'parse')
      return notify({ id: message.id, value: await parsers[message.name](message.input as never) });
    if (message.kind === 'long') {
      const value = await longJobs[message.name](message.input as never);
      return notify({ id: message.id, text: JSON.stringify(value ?? null) });
    }
    const make = (): string => {
      if (message.kind === 'answer' && database) return answerNow(database, message.name, message.input as never);
      return message.kind === 'checkpoint' && database ? String(checkpoint(database)) : 'null';
    };
    notify({ id: message.id, text: make() });
  } catch (cause) {
    notify({ id: message.id, error: messageOf(cause), code: cause instanceof Error && 'code' in cause && cause.code });
  }
});
process.once('exit', () => database?.close());

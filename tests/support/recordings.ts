import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpRecording, SocketRecording } from '../contract/recording.ts';

const folder = join(import.meta.dirname, '../contract/recordings');

function read<Recording>(kind: 'http' | 'socket', name: string): Recording {
  return { name, ...JSON.parse(readFileSync(`${folder}/${kind}/${name}.json`, 'utf8')) };
}

/** One recorded exchange of a real server, freshly read: `recording('items/expanded').response.body`. */
export const recording = (name: string): HttpRecording => read('http', name);

/** One recorded conversation over the socket: `socketRecording('session-sync').events`. */
export const socketRecording = (name: string): SocketRecording => read('socket', name);

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HttpRecording, SocketRecording } from '../contract/recording.ts';

const folder = path.resolve(import.meta.dirname, '../contract/recordings');

/** One recorded exchange by name, for example `auth/login-root`. */
export function recording(name: string): HttpRecording {
  return { name, ...JSON.parse(readFileSync(path.join(folder, 'http', `${name}.json`), 'utf8')) };
}

/** One recorded socket conversation by name, for example `session-sync`. */
export function socketRecording(name: string): SocketRecording {
  return { name, ...JSON.parse(readFileSync(path.join(folder, 'socket', `${name}.json`), 'utf8')) };
}

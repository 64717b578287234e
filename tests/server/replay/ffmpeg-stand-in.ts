import fs from 'node:fs';
import path from 'node:path';
import { kit } from './outside.ts';

/**
 * Writes a stand-in for ffmpeg: for HLS it writes four segments from the start position and runs until it is killed,
 * for a file it copies a sound of the right kind; a missing input fails. With `EARMARK_STAND_IN=slow` it does not end
 * by itself.
 */
export function writeFfmpeg(folder: string): string {
  const program = path.join(folder, 'ffmpeg');
  const sounds = {
    mp3: path.join(kit, 'audiobooks/Anton Chekhov/The Bet/The Bet.mp3'),
    mp4: path.join(
      kit,
      "audiobooks/Lewis Carroll/Alice's Adventures in Wonderland/Alice's Adventures in Wonderland.m4b",
    ),
  };
  const source = `#!${process.execPath}
const fs = require('node:fs');
const args = process.argv.slice(2);
const after = (name) => args[args.lastIndexOf(name) + 1];
if (after('-f') === 'hls') {
  const first = Number(after('-start_number'));
  for (let number = first; number < first + 4; number += 1)
    fs.writeFileSync(after('-hls_segment_filename').replace('%d', String(number)), 'G');
  setInterval(() => {}, 1000);
} else {
  console.log('out_time_us=1000000');
  const output = args.at(-1);
  if (process.env.EARMARK_STAND_IN === 'slow') setInterval(() => {}, 1000);
  else fs.copyFileSync(output.endsWith('.mp3') ? ${JSON.stringify(sounds.mp3)} : ${JSON.stringify(sounds.mp4)}, output);
}
`;
  fs.writeFileSync(program, source, { mode: 0o755 });
  return program;
}

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RATE = 22050;

/** Speaks text with espeak-ng and returns 16-bit mono PCM at 22050 Hz. */
export function speak(text, voice, speed, workDir) {
  const textFile = join(workDir, 'speech.txt');
  const wavFile = join(workDir, 'speech.wav');
  writeFileSync(textFile, text);
  execFileSync('espeak-ng', ['-v', voice, '-s', String(speed), '-w', wavFile, '-f', textFile]);
  const wav = readFileSync(wavFile);
  return wav.subarray(wav.indexOf('data') + 8);
}

/** Silence of so many seconds. */
export const silence = (seconds) => Buffer.alloc(Math.round(seconds * RATE) * 2);

/** Length in seconds of PCM made by `speak`. */
export const seconds = (pcm) => pcm.length / 2 / RATE;

/**
 * Encodes PCM to `file` (.mp3 or .m4b by extension) at 24 kbit/s with tags, and for m4b with chapters and an attached
 * cover.
 * @param {{tags?: Record<string, string>, chapters?: {title: string, start: number, end: number}[], cover?: string}}
 *   extras
 */
export function encode(pcm, file, workDir, { tags = {}, chapters = [], cover } = {}) {
  const raw = join(workDir, 'speech.raw');
  writeFileSync(raw, pcm);
  const args = ['-y', '-loglevel', 'error', '-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', raw];
  const maps = ['-map', '0:a'];
  if (chapters.length) {
    const meta = join(workDir, 'chapters.txt');
    const text = chapters
      .map(
        (c) =>
          `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${Math.round(c.start * 1000)}\nEND=${Math.round(c.end * 1000)}\ntitle=${c.title}\n`,
      )
      .join('');
    writeFileSync(meta, `;FFMETADATA1\n${text}`);
    args.push('-i', meta);
    maps.push('-map_chapters', '1');
  }
  if (cover) {
    args.push('-i', cover);
    maps.push('-map', `${chapters.length ? 2 : 1}:v`, '-c:v', 'copy', '-disposition:v', 'attached_pic');
  }
  const codec = file.endsWith('.mp3')
    ? ['-c:a', 'libmp3lame', '-b:a', '24k', '-id3v2_version', '4']
    : ['-c:a', 'aac', '-b:a', '24k'];
  const tagArgs = Object.entries(tags).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]);
  execFileSync('ffmpeg', [
    ...args,
    ...maps,
    ...codec,
    '-fflags',
    '+bitexact',
    '-flags:a',
    '+bitexact',
    ...tagArgs,
    ...(file.endsWith('.m4b') ? ['-f', 'mp4', '-movflags', '+faststart'] : []),
    file,
  ]);
}

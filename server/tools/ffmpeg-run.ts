import { spawn } from 'node:child_process';

export interface FfmpegRun {
  /** Rejects with the last line of ffmpeg, `CANCELLED` after `cancel()`, or the error of the start. */
  readonly done: Promise<void>;
  cancel(): void;
}

/** Gets the seconds of output written so far. */
export type FfmpegProgress = (seconds: number) => void;

export const CANCELLED = 'cancelled';

export function runFfmpeg(ffmpeg: string, args: readonly string[], onProgress: FfmpegProgress): FfmpegRun {
  const child = spawn(
    ffmpeg,
    ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-progress', 'pipe:1', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let isCancelled = false;
  let errors = '';
  child.stderr.on('data', (data) => (errors = (errors + String(data)).slice(-2000)));
  child.stdout.on('data', (data) => {
    const microseconds = Number(/out_time_us=(\d+)/.exec(String(data))?.[1]);
    if (Number.isFinite(microseconds)) onProgress(microseconds / 1_000_000);
  });
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (isCancelled) reject(new Error(CANCELLED));
      else if (code === 0) resolve();
      else reject(new Error(errors.trim().split('\n').at(-1) || `ffmpeg exited with code ${code ?? 'none'}`));
    });
  });
  return {
    done,
    cancel: () => {
      isCancelled = true;
      child.kill('SIGKILL');
    },
  };
}

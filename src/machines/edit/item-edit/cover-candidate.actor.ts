import { fromCallback, fromPromise } from 'xstate';
import type { KeptCover } from '../../../schemas/drafts.ts';
import type { Picture } from '../../../services/pictures.ts';
import { setCoverFromFile, setCoverFromUrl } from '../../../services/endpoints/item-editing.ts';
import { uploadCover } from '../../../services/endpoints/uploads.ts';
import { getPorts, type Ports } from '../../kit/ports.ts';
import { addressOf, type Candidate } from './cover.logic.ts';

export interface CandidateInput {
  readonly itemId: string;
  readonly candidate: Candidate;
}

export type Preview = Pick<Picture, 'src'> & Partial<Pick<Picture, 'width' | 'height'>>;

export type CandidateReport =
  | { type: 'cover.opened'; preview: Preview }
  | { type: 'cover.refused' }
  | { type: 'cover.missed'; preview: Preview }
  | { type: 'cover.failed'; cause: unknown };

/** Opens a candidate as a picture until stopped. */
export const candidatePicture = fromCallback<{ type: 'none' }, CandidateInput>(({ input, sendBack, system }) => {
  const { files } = getPorts(system);
  const controller = new AbortController();
  const { signal } = controller;
  const notify = (report: CandidateReport) => {
    if (!signal.aborted) sendBack(report);
  };
  let picture: Picture | null = null;
  const open = async (source: Blob | string) => {
    const opened = await files.openPicture(source).catch(() => null);
    if (signal.aborted) return opened?.close();
    picture = opened;
    if (opened) notify({ type: 'cover.opened', preview: opened });
    else
      notify(
        typeof source === 'string' ? { type: 'cover.missed', preview: { src: source } } : { type: 'cover.refused' },
      );
  };
  const { candidate, itemId } = input;
  if (candidate.kind === 'address') void open(candidate.url);
  else if (candidate.kind === 'file') {
    files.prepareUpload();
    void open(candidate.file);
  } else {
    files
      .fetch({ itemId, ino: candidate.ino, signal, onBytes: () => undefined })
      .then(open, (cause: unknown) => notify({ type: 'cover.failed', cause }));
  }
  return () => {
    controller.abort();
    picture?.close();
  };
});

/** Null when the browser did not keep it. */
export const keptCandidate = fromPromise<Candidate | null, KeptCover | null>(async ({ input, system }) => {
  const candidate = input?.candidate;
  if (!candidate || (candidate.kind === 'address' && addressOf(candidate.url) === null)) return null;
  if (candidate.kind !== 'file') return candidate;
  const file = await (await getPorts(system).files.keptFiles()).find(candidate.key);
  return file && { kind: 'file', file };
});

export type SendReport =
  /** 0..1. */
  { type: 'cover.progressed'; share: number } | { type: 'cover.sent' } | { type: 'cover.failed'; cause: unknown };

function send(ports: Ports, input: CandidateInput, signal: AbortSignal, notify: (report: SendReport) => void) {
  const { itemId: id, candidate } = input;
  if (candidate.kind === 'address') return ports.api.call(setCoverFromUrl, { id, url: candidate.url }, signal);
  if (candidate.kind === 'local') return ports.api.call(setCoverFromFile, { id, path: candidate.path }, signal);
  return ports.files.upload(
    uploadCover,
    { id, file: candidate.file },
    {
      signal,
      onProgress: ({ sentBytes, totalBytes }) => notify({ type: 'cover.progressed', share: sentBytes / totalBytes }),
    },
  );
}

export const sendCandidate = fromCallback<{ type: 'none' }, CandidateInput>(({ input, sendBack, system }) => {
  const controller = new AbortController();
  const notify = (report: SendReport) => {
    if (!controller.signal.aborted) sendBack(report);
  };
  send(getPorts(system), input, controller.signal, notify).then(
    () => notify({ type: 'cover.sent' }),
    (cause: unknown) => notify({ type: 'cover.failed', cause }),
  );
  return () => controller.abort();
});

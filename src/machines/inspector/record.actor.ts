import { fromCallback } from 'xstate';
import type { InspectorRequest } from '../../schemas/inspector-message.ts';
import type { PageEnd } from '../../services/inspector-channel.ts';
import type { Recorder } from './recorder.ts';

export interface RecordInput {
  readonly recorder: Recorder;
  readonly channel: PageEnd;
  readonly page: string;
  readonly title: () => string;
}

/** `record.notifyNews`: sends what is new. */
export type RecordCommand =
  | Exclude<
      InspectorRequest,
      { type: 'pages.requested' | 'replay.requested' | 'rules.requested' | 'tape.requested' } | { stage: string }
    >
  | { type: 'record.notifyNews' };

/** Records while it runs, and answers inspectors. */
export const record = fromCallback<RecordCommand, RecordInput>(
  ({ receive, input: { recorder, channel, page, title } }) => {
    const notify = (isWhole: boolean, isRequested = isWhole) => {
      const { actors, gone, charts, records } = recorder.take(isWhole);
      if (!isRequested && actors.length + gone.length + records.length === 0) return;
      channel.post({
        type: 'page.recorded',
        page,
        isWhole,
        actors: [...actors],
        gone: [...gone],
        charts: [...charts],
        records: [...records],
      });
    };
    recorder.start();
    notify(true);
    receive((event) => {
      if (event.type === 'record.notifyNews') notify(false);
      else if (event.type === 'watch.requested') notify(event.isFirst, true);
      else if (event.type === 'actor.requested') {
        const described = recorder.describeActor(event.actor);
        if (described)
          channel.post({
            type: 'actor.described',
            page,
            actor: event.actor,
            ...described,
            takes: [...described.takes],
          });
      } else if (event.type === 'record.requested') {
        const described = recorder.describeRecord(event.record);
        if (described) channel.post({ type: 'record.described', page, record: event.record, ...described });
      } else if (event.type === 'recording.requested') {
        notify(false);
        channel.post({ type: 'recording.finished', page, recording: recorder.recording(title(), event) });
      } else if (event.type === 'event.requested')
        channel.post({ type: 'event.answered', page, isTaken: recorder.send(event.actor, event.event) });
    });
    return () => recorder.stop();
  },
);

import type { InspectorReport } from '../../schemas/inspector-message.ts';
import type { Recording } from '../../schemas/recording.ts';
import type { InspectorEnd } from '../../services/inspector-channel.ts';
import type { ChartLayout } from '../../services/chart-layout.ts';
import type { RuleDraft } from './network.logic.ts';

export const PANES = ['actors', 'drawing', 'events', 'data'] as const;
export type Pane = (typeof PANES)[number];

export interface LogFilter {
  readonly search: string;
  readonly family: string;
  readonly actor: string;
}

export interface InspectorInput {
  readonly name: string;
  readonly channel: InspectorEnd;
  readonly layout: ChartLayout;
  readonly page: string | null;
  /** A panel in the inspected page. */
  readonly isPanel: boolean;
  readonly isCutOff: boolean;
  /** False when the browser blocked the window. */
  readonly openWindow: (page: string) => boolean;
  /** Opens a window for a tape's client, controlled by this inspector. False when the browser blocked it. */
  readonly openStage: (inspector: string) => boolean;
  readonly saveFile: (name: string, text: string) => void;
  readonly copyText: (text: string) => Promise<void>;
  readonly leave: () => void;
}

export const MOST_RECORDS = 5000;

export type InspectorEvent =
  | InspectorReport
  | { type: 'page.choose'; id: string }
  | { type: 'actor.select'; id: string }
  | { type: 'record.select'; record: number }
  | { type: 'record.close' }
  | { type: 'log.pause' }
  | { type: 'log.follow' }
  | { type: 'log.clear' }
  | { type: 'log.filter'; change: Partial<LogFilter> }
  | { type: 'pane.show'; pane: Pane }
  | { type: 'value.toggle'; path: string }
  | { type: 'draft.choose'; event: string }
  | { type: 'draft.change'; key: string; value: string }
  | { type: 'draft.send' }
  | { type: 'network.toggle' }
  | { type: 'rule.change'; change: Partial<RuleDraft> }
  | { type: 'rule.add' }
  | { type: 'rule.remove'; id: string }
  | { type: 'recording.restart' }
  | { type: 'saving.toggle' }
  /** Toggles whether personal data is left out. */
  | { type: 'saving.leaveOut' }
  | { type: 'recording.save' }
  | { type: 'recording.open'; file: Pick<File, 'text'> }
  | { type: 'recording.read'; recording: Recording }
  | { type: 'recording.close' }
  | { type: 'recording.go'; index: number }
  /** Toggles whether the state after this step is a bug. */
  | { type: 'recording.mark' }
  | { type: 'recording.toggleWhole' }
  | { type: 'stage.open' }
  | { type: 'recording.copy' }
  | { type: 'recording.saveTest' }
  | { type: 'inspector.openWindow' }
  | { type: 'inspector.close' };

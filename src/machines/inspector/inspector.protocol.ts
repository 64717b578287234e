import type { InspectorReport } from '../../schemas/inspector-message.ts';
import type { Recording } from '../../schemas/recording.ts';
import type { InspectorEnd } from '../../services/inspector-channel.ts';
import type { ChartLayout } from '../../services/chart-layout.ts';
import type { RuleDraft } from './network.logic.ts';

/** The parts of an inspector; where it is narrow, one shows at a time. */
export const PANES = ['actors', 'drawing', 'events', 'data'] as const;
export type Pane = (typeof PANES)[number];

/** Which events the log shows. Empty: all. */
export interface LogFilter {
  /** In the type of the event, or in the name of the sender or the receiver. */
  readonly search: string;
  /** Before the first dot of the type. */
  readonly family: string;
  /** Sent or received by this actor. */
  readonly actor: string;
}

export interface InspectorInput {
  /** Names this inspector. */
  readonly name: string;
  readonly channel: InspectorEnd;
  readonly layout: ChartLayout;
  /** The page to watch; null: the first that is found. */
  readonly page: string | null;
  /** It stands in the page that it watches, and ends when it is closed. */
  readonly isPanel: boolean;
  /** The browser blocks messages between windows: only the page that a panel stands in can be watched. */
  readonly isCutOff: boolean;
  /** Opens an inspector of this page in a window of its own. Returns false when the browser blocked it. */
  readonly openWindow: (page: string) => boolean;
  /**
   * Opens a window for the client of a tape; the inspector of this name tells it what to play. Returns false when the
   * browser blocked it.
   */
  readonly openStage: (inspector: string) => boolean;
  /** Gives a text to the user as a file. */
  readonly saveFile: (name: string, text: string) => void;
  /** Puts a text on the clipboard. Rejects where there is none. */
  readonly copyText: (text: string) => Promise<void>;
  /** Takes a panel away; a window stays. */
  readonly leave: () => void;
}

/** What the log holds at once, in events. */
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
  /** Another event to send: its payload is empty. */
  | { type: 'draft.choose'; event: string }
  /** A field of its payload; of one whose payload is not known the key is empty. */
  | { type: 'draft.change'; key: string; value: string }
  | { type: 'draft.send' }
  /** Shows what is done to the network, and hides it. */
  | { type: 'network.toggle' }
  | { type: 'rule.change'; change: Partial<RuleDraft> }
  | { type: 'rule.add' }
  | { type: 'rule.remove'; id: string }
  /** Reloads the page, so that all from its start is written down. */
  | { type: 'recording.restart' }
  /** Saves all that the page keeps as a file. */
  | { type: 'recording.save' }
  /** Reads a file and goes through its steps. */
  | { type: 'recording.open'; file: Pick<File, 'text'> }
  /** To itself: the file is a recording. */
  | { type: 'recording.read'; recording: Recording }
  | { type: 'recording.close' }
  /** To the step at this index, from 0. */
  | { type: 'recording.go'; index: number }
  /** The state after this step is a bug, or it is not. */
  | { type: 'recording.mark' }
  /** A test is of the whole client, or of the one actor. */
  | { type: 'recording.toggleWhole' }
  /** Shows the client of the tape in a window beside. */
  | { type: 'stage.open' }
  | { type: 'recording.copy' }
  | { type: 'recording.saveTest' }
  | { type: 'inspector.openWindow' }
  | { type: 'inspector.close' };

/** The name of the channel on which inspectors and pages talk. */
export const INSPECTOR_CHANNEL = 'earmark.inspector';

/** Opens the inspector in this page, and closes it. */
export interface InspectorDoor {
  /** Rejects when its code failed to load. */
  toggle(): Promise<void>;
}

/** `toggle` comes from the composition root: the inspector is a root of its own. */
export const createInspectorDoor = (toggle: () => Promise<void>): InspectorDoor => ({ toggle });

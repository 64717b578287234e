/** The sets of all fakes with listeners. */
const open = new Set<ListenerSet<unknown>>();

/** Listeners at one place of a fake port. {@link takeListening} reports places with leftovers. */
export class ListenerSet<Listener> extends Set<Listener> {
  readonly #place: string;

  /** @param place in words, for the report: `page.onHide` */
  constructor(place: string) {
    super();
    this.#place = place;
  }

  get place(): string {
    return this.#place;
  }

  /** Adds a listener; returns its removal. */
  join(listener: Listener): () => void {
    this.add(listener);
    open.add(this);
    return () => {
      this.delete(listener);
      if (this.size === 0) open.delete(this);
    };
  }
}

/** The places that still have listeners. They are dropped then. */
export function takeListening(): string[] {
  const places = [...open].map((listeners) => listeners.place);
  open.clear();
  return places;
}

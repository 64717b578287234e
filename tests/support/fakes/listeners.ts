/** The sets of all fakes that somebody listens on now. */
const open = new Set<ListenerSet<unknown>>();

/** Who listens at one place of a fake port. {@link takeListening} says where nobody took leave. */
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

  /** Lets a listener in; the result is its leave. */
  join(listener: Listener): () => void {
    this.add(listener);
    open.add(this);
    return () => {
      this.delete(listener);
      if (this.size === 0) open.delete(this);
    };
  }
}

/** The places where somebody still listens. From here on they are forgotten. */
export function takeListening(): string[] {
  const places = [...open].map((listeners) => listeners.place);
  open.clear();
  return places;
}

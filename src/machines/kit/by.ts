const eventOf = <Event>({ event }: { readonly event: Event }): Event => event;

/** An action or a guard with the event as its params. */
export const by = <Name extends string>(type: Name) => ({ type, params: eventOf });

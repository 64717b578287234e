type Values = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array;

/** `onDrawn` gets all random numbers of this page, and may overwrite them. Returns the function that ends it. */
export function watchRandomValues(onDrawn: (values: Values) => void): () => void {
  const own = Object.getOwnPropertyDescriptor(crypto, 'getRandomValues');
  const draw = crypto.getRandomValues.bind(crypto);
  Object.defineProperty(crypto, 'getRandomValues', {
    configurable: true,
    value: (values: Values) => {
      draw(values as never);
      onDrawn(values);
      return values;
    },
  });
  return () => {
    if (own) Object.defineProperty(crypto, 'getRandomValues', own);
    else delete (crypto as { getRandomValues?: unknown }).getRandomValues;
  };
}

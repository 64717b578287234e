type Values =
  | Int8Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>;

/** `onDrawn` gets all random numbers of this page, and may overwrite them. Returns the function that ends it. */
export function watchRandomValues(onDrawn: (values: Values) => void): () => void {
  const own = Object.getOwnPropertyDescriptor(crypto, 'getRandomValues');
  const draw = crypto.getRandomValues.bind(crypto);
  Object.defineProperty(crypto, 'getRandomValues', {
    configurable: true,
    value: (values: Values) => {
      draw(values);
      onDrawn(values);
      return values;
    },
  });
  return () => {
    if (own) Object.defineProperty(crypto, 'getRandomValues', own);
    else Reflect.deleteProperty(crypto, 'getRandomValues');
  };
}

// Lets the bundler drop unused code of react-router. Its components are created by calls that are not marked as pure
// and get names for developers, so all of them would stay.
import type { Plugin } from 'vite';

export function routerShaking(): Plugin {
  return {
    name: 'earmark-router-shaking',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\// },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  };
}

/** The same module with components and contexts marked as pure and without names for developers. */
export function markPure(code: string): string {
  return code
    .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2')
    .replace(/^\w+\.displayName = "[^"]*";$/gm, '');
}

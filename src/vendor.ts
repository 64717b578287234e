// React runs as soon as it is there, in a task of its own, while the client's code is still on its way: this module is
// a chunk with it, and index.html starts that chunk apart (scripts/boot-plugin.ts).
import 'react';
import 'react-dom/client';
import 'react/jsx-runtime';

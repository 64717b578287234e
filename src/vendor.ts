// React runs in a task of its own while the client loads: index.html starts this chunk apart (scripts/boot-plugin.ts).
import 'react';
import 'react-dom/client';
import 'react/jsx-runtime';

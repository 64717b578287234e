import { useSelector } from '@xstate/react';
import { useApp } from './actors-context.tsx';

/** What the root machine's state looks like. */
export function App() {
  const value = useSelector(useApp(), (snapshot) => JSON.stringify(snapshot.value));
  return <main id="content">{value}</main>;
}

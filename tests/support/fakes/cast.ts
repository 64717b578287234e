import type { Cast } from '../../../src/services/cast.ts';
import type {
  CastConnection,
  CastQueue,
  CastRefusal,
  CastSender,
  CastStatus,
} from '../../../src/services/cast-sender.ts';
import { createDeferred, type Deferred } from './deferred.ts';
import { ListenerSet } from './listeners.ts';

/** Casting with a receiver that the test plays. */
export interface FakeCast extends Cast {
  isSecure: boolean;
  /** Whether the framework can be used; a rejection when its code does not load. */
  answer: 'sender' | 'none' | 'failure';
  /** How often the framework was loaded. */
  readonly loads: number;
  /** The receiver's commands, oldest first: `play`, `seek 12`, `rate 1.5`, `stop`. */
  readonly calls: string[];
  readonly queues: readonly CastQueue[];
  /** The receiver takes no files. */
  refusesFiles: boolean;
  /** The result of the list of receivers. */
  chooses(): Deferred<CastRefusal | null>;
  connect(device?: string): void;
  /** The receiver disconnects, or is missing. */
  lose(state?: CastConnection['state']): void;
  /** The receiver reports its state. */
  say(status: Partial<CastStatus>): void;
}

export function createFakeCast(): FakeCast {
  const statuses = new ListenerSet<(status: CastStatus) => void>('cast.onStatus');
  const connections = new ListenerSet<(connection: CastConnection) => void>('cast.onConnection');
  const calls: string[] = [];
  const queues: CastQueue[] = [];
  let connection: CastConnection = { state: 'near', device: '' };
  let status: CastStatus = { state: 'stopped', index: 0, time: 0, rate: 1 };
  let choice = createDeferred<CastRefusal | null>();
  let loads = 0;
  let loaded: CastSender | null = null;
  const change = (next: CastConnection) => {
    connection = next;
    for (const listener of connections) listener(connection);
  };
  const sender: CastSender = {
    connection: () => connection,
    onConnection: (listener) => connections.join(listener),
    connect: () => choice.promise,
    disconnect: () => void calls.push('disconnect'),
    playableTypes: () => ['audio/mpeg'],
    async load(queue) {
      queues.push(queue);
      if (fake.refusesFiles) throw new Error('LOAD_FAILED');
      status = { ...status, index: queue.index, time: queue.time };
    },
    play: () => void calls.push('play'),
    pause: () => void calls.push('pause'),
    seek: (time) => void calls.push(`seek ${time}`),
    setRate: (rate) => void calls.push(`rate ${rate}`),
    setVolume: (volume) => void calls.push(`volume ${volume}`),
    stop: () => void calls.push('stop'),
    onStatus: (listener) => statuses.join(listener),
  };
  const fake: FakeCast = {
    isSecure: true,
    answer: 'sender',
    get loads() {
      return loads;
    },
    calls,
    queues,
    refusesFiles: false,
    async load() {
      loads += 1;
      if (fake.answer === 'failure') throw new Error('no code');
      loaded = fake.answer === 'sender' ? sender : null;
      return loaded;
    },
    sender: () => loaded,
    chooses: () => (choice = createDeferred<CastRefusal | null>()),
    connect: (device = 'Kitchen') => change({ state: 'connected', device }),
    lose: (state = 'near') => change({ state, device: '' }),
    say(next) {
      status = { ...status, ...next };
      for (const listener of statuses) listener(status);
    },
  };
  return fake;
}

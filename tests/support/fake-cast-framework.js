// A fake of the Cast sender framework: a classic script, in place of the real one. It has one receiver, 'Kitchen',
// which plays by the clock. A test drives it by `fakeCast`.
(() => {
  const listeners = new Map();
  const tell = (type) => [...(listeners.get(type) ?? [])].forEach((listener) => listener({}));
  let castState = 'NOT_CONNECTED';
  let session = null;
  let device = 'Kitchen';

  class FakeMedia {
    mediaSessionId = 1;
    playerState = 'BUFFERING';
    idleReason = null;
    playbackRate = 1;
    listeners = new Set();

    constructor(items) {
      this.queue = items;
      this.start(0, items[0].startTime ?? 0, items[0].autoplay);
    }

    start(at, time, isPlaying) {
      this.at = at;
      this.media = this.queue[at].media;
      this.currentTime = time;
      this.since = performance.now();
      this.playerState = isPlaying ? 'PLAYING' : 'PAUSED';
      this.plan();
      this.tell();
    }

    getEstimatedTime() {
      const passed = this.playerState === 'PLAYING' ? ((performance.now() - this.since) / 1000) * this.playbackRate : 0;
      return Math.min(this.currentTime + passed, this.media.duration ?? Infinity);
    }

    change(change) {
      this.currentTime = this.getEstimatedTime();
      this.since = performance.now();
      Object.assign(this, change);
      this.plan();
      this.tell();
    }

    plan() {
      clearTimeout(this.ending);
      if (this.playerState !== 'PLAYING' || this.media.duration === undefined) return;
      const left = ((this.media.duration - this.currentTime) / this.playbackRate) * 1000;
      this.ending = setTimeout(() => {
        if (this.at + 1 < this.queue.length) this.start(this.at + 1, 0, true);
        else this.change({ playerState: 'IDLE', idleReason: 'FINISHED' });
      }, left);
    }

    tell() {
      for (const listener of this.listeners) listener(this.playerState !== 'IDLE');
    }

    addUpdateListener = (listener) => this.listeners.add(listener);
    removeUpdateListener = (listener) => this.listeners.delete(listener);
    play = (_request, onDone) => (this.change({ playerState: 'PLAYING' }), onDone());
    pause = (_request, onDone) => (this.change({ playerState: 'PAUSED' }), onDone());
    seek = ({ currentTime }, onDone) => (this.change({}), this.change({ currentTime }), onDone());
    stop = (_request, onDone) => (this.change({ playerState: 'IDLE', idleReason: 'CANCELLED' }), onDone());
  }

  class FakeSession {
    media = null;
    volume = 1;
    messages = [];
    getCastDevice = () => ({ friendlyName: device });
    getMediaSession = () => this.media;
    getSessionObj = () => ({
      queueLoad: (request, onDone, onError) => {
        if (fakeCast.refusesFiles) return onError({ code: 'load_media_failed' });
        fakeCast.requests.push(request);
        this.media = new FakeMedia(request.items);
        onDone(this.media);
      },
    });
    async sendMessage(_namespace, message) {
      this.messages.push(message);
      if (fakeCast.keepsRate) throw new Error('INVALID_REQUEST');
      this.media?.change({ playbackRate: message.playbackRate });
    }
    async setVolume(volume) {
      this.volume = volume;
    }
  }

  const setState = (state) => {
    castState = state;
    tell('caststatechanged');
  };
  const end = () => {
    session?.media?.change({ playerState: 'IDLE', idleReason: 'CANCELLED' });
    session = null;
    tell('sessionstatechanged');
    setState('NOT_CONNECTED');
  };
  const context = {
    setOptions: (options) => void (fakeCast.options = options),
    getCastState: () => castState,
    getCurrentSession: () => session,
    async requestSession() {
      if (fakeCast.refusal) throw fakeCast.refusal;
      setState('CONNECTING');
      session = new FakeSession();
      tell('sessionstatechanged');
      setState('CONNECTED');
    },
    endCurrentSession: end,
    addEventListener: (type, listener) => listeners.set(type, new Set([...(listeners.get(type) ?? []), listener])),
    removeEventListener: (type, listener) => listeners.get(type)?.delete(listener),
  };

  /** The test's view and controls. */
  const fakeCast = {
    /** Everything loaded on the receiver, oldest first. */
    requests: [],
    options: null,
    /** Set to a code ('cancel', 'timeout') to end the list of receivers without one. */
    refusal: null,
    refusesFiles: false,
    keepsRate: false,
    session: () => session,
    setState,
    /** The receiver disconnects. */
    vanish: end,
    /** Another device stops its playback. */
    stop: () => session?.media?.change({ playerState: 'IDLE', idleReason: 'CANCELLED' }),
    rename: (name) => void (device = name),
  };
  /** Makes a constructor whose arguments become these fields. */
  const record = (...names) =>
    class {
      constructor(...values) {
        for (const [at, name] of names.entries()) this[name] = values[at];
      }

      toJSON() {
        return { ...this };
      }
    };
  globalThis.fakeCast = fakeCast;
  globalThis.cast = {
    framework: {
      CastContext: { getInstance: () => context },
      CastContextEventType: { CAST_STATE_CHANGED: 'caststatechanged', SESSION_STATE_CHANGED: 'sessionstatechanged' },
    },
  };
  globalThis.chrome = {
    ...globalThis.chrome,
    cast: {
      AutoJoinPolicy: { ORIGIN_SCOPED: 'origin_scoped' },
      Image: record('url'),
      media: {
        DEFAULT_MEDIA_RECEIVER_APP_ID: 'CC1AD845',
        MediaInfo: record('contentId', 'contentType'),
        MusicTrackMediaMetadata: record(),
        QueueItem: record('media'),
        QueueLoadRequest: record('items'),
        SeekRequest: record(),
      },
    },
  };
  globalThis['__onGCastApiAvailable']?.(true);
})();

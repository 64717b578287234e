/**
 * A media element without sound. It answers commands by the events that Chromium sends for an element of the page, in
 * the order recorded in `media-element-orders.json`; the test plays the network and the clock (`becomeReady`, `playTo`,
 * `stall`, `end`, `fail`).
 */
export class FakeMediaElement extends EventTarget {
  src = '';
  preload = 'metadata';
  crossOrigin: string | null = null;
  currentSrc = '';
  duration = Number.NaN;
  defaultPlaybackRate = 1;
  readyState = 0;
  networkState = 0;
  paused = true;
  ended = false;
  seeking = false;
  preservesPitch = true;
  error: { readonly code: number; readonly message: string } | null = null;
  /** Calls, oldest first: `load`, `play`, `pause`, `seek 12`, `rate 1.5`, `volume 0.5`. */
  readonly calls: string[] = [];
  /** Set to make `play()` reject, as an autoplay rule does. */
  playRefusal: Error | null = null;
  #currentTime = 0;
  #playbackRate = 1;
  #volume = 1;
  #muted = false;
  #starts: { resolve(): void; reject(cause: Error): void }[] = [];

  get currentTime(): number {
    return this.#currentTime;
  }

  set currentTime(seconds: number) {
    this.calls.push(`seek ${seconds}`);
    this.#currentTime = seconds;
    this.ended = false;
    if (this.readyState === 0 || this.error) return;
    this.#notify(
      'seeking',
      ...(this.paused ? [] : ['waiting']),
      'timeupdate',
      'seeked',
      'canplay',
      ...(this.paused ? [] : ['playing']),
    );
  }

  get playbackRate(): number {
    return this.#playbackRate;
  }

  set playbackRate(rate: number) {
    this.calls.push(`rate ${rate}`);
    this.#playbackRate = rate;
    this.#notify('ratechange');
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.calls.push(`volume ${volume}`);
    this.#volume = volume;
    this.#notify('volumechange');
  }

  get muted(): boolean {
    return this.#muted;
  }

  set muted(muted: boolean) {
    this.#muted = muted;
    this.#notify('volumechange');
  }

  get buffered(): { length: number; start(): number; end(): number } {
    return { length: this.readyState > 0 ? 1 : 0, start: () => 0, end: () => this.duration };
  }

  load(): void {
    this.calls.push('load');
    this.readyState = 0;
    this.duration = Number.NaN;
    this.error = null;
    this.ended = false;
    this.paused = true;
    this.currentSrc = this.src;
    this.#currentTime = 0;
    this.#playbackRate = this.defaultPlaybackRate;
    this.#refuseStarts(new DOMException('interrupted by a load', 'AbortError'));
    this.#notify('emptied');
  }

  async play(): Promise<void> {
    this.calls.push('play');
    if (this.playRefusal) throw this.playRefusal;
    if (this.error?.code === 4) throw new DOMException('no supported source', 'NotSupportedError');
    const isReady = this.readyState >= 3;
    if (this.paused) {
      this.paused = false;
      this.ended = false;
      this.#notify('play', isReady ? 'playing' : 'waiting');
    }
    if (!isReady) await new Promise<void>((resolve, reject) => this.#starts.push({ resolve, reject }));
  }

  pause(): void {
    this.calls.push('pause');
    if (this.paused) return;
    this.paused = true;
    this.#refuseStarts(new DOMException('interrupted by a pause', 'AbortError'));
    this.#notify('timeupdate', 'pause');
  }

  canPlayType(type: string): '' | 'maybe' {
    return type.startsWith('audio/') ? 'maybe' : '';
  }

  removeAttribute(name: string): void {
    if (name === 'src') this.src = '';
  }

  getAttribute(name: string): string | null {
    return name === 'src' ? this.src : null;
  }

  /** Metadata and enough data arrive. @param duration in seconds */
  becomeReady(duration: number): void {
    this.duration = duration;
    this.readyState = 4;
    const isAhead = this.#currentTime > 0;
    this.#notify('loadstart', 'durationchange', 'loadedmetadata');
    if (isAhead) this.#notify('seeking', 'timeupdate', 'seeked');
    this.#notify('loadeddata', 'canplay');
    this.#begin();
  }

  /** Playback reaches this second of the file, and the element reports it a moment later. */
  moveTo(seconds: number): void {
    this.#currentTime = seconds;
  }

  /** Playback reaches this second of the file. */
  playTo(seconds: number): void {
    this.moveTo(seconds);
    this.#notify('timeupdate');
  }

  /** The network does not keep up. */
  stall(): void {
    this.readyState = 2;
    this.#notify('waiting');
  }

  /** Data arrives again after {@link stall}. */
  recover(): void {
    this.readyState = 4;
    this.#notify('canplay');
    this.#begin();
  }

  /** The file is played to its end. */
  end(): void {
    this.#currentTime = this.duration;
    this.ended = true;
    this.#notify('timeupdate');
    this.paused = true;
    this.#notify('pause', 'ended');
  }

  /**
   * Also pauses, as Chromium does: the pause is told after the error.
   *
   * @param code 1 aborted, 2 network, 3 decode, 4 not supported (as in MediaError)
   */
  fail(code: 1 | 2 | 3 | 4, message = ''): void {
    const wasPlaying = !this.paused;
    if (this.readyState === 0) this.#notify('loadstart');
    this.error = { code, message };
    this.paused = true;
    this.#refuseStarts(new DOMException('no supported source', 'NotSupportedError'));
    this.#notify('error');
    if (wasPlaying && this.error) this.#notify('timeupdate', 'pause');
  }

  #begin(): void {
    if (this.paused) return;
    this.#notify('playing');
    for (const start of this.#starts.splice(0)) start.resolve();
  }

  #refuseStarts(cause: Error): void {
    for (const start of this.#starts.splice(0)) start.reject(cause);
  }

  #notify(...types: readonly string[]): void {
    for (const type of types) this.dispatchEvent(new Event(type));
  }
}

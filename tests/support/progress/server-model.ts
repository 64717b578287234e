/** A request as the model server takes it. Seconds; `updatedAt` in ms. */
export type ModelRequest =
  | { readonly kind: 'play'; readonly device: string }
  | { readonly kind: 'sync'; readonly id: string; readonly listened: number; readonly time: number }
  | { readonly kind: 'read'; readonly id: string }
  | { readonly kind: 'close'; readonly id: string; readonly last: { listened: number; time: number } | null }
  | { readonly kind: 'store'; readonly id: string; readonly listened: number; readonly time: number; updatedAt: number }
  | { readonly kind: 'progress' };

export type ModelAnswer =
  | { readonly kind: 'ok' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'session'; readonly id: string; readonly sum: number; readonly time: number; readonly now: number }
  | { readonly kind: 'stored'; readonly isNewest: boolean }
  | { readonly kind: 'progress'; readonly row: ModelRow | null };

export interface ModelRow {
  readonly time: number;
  readonly lastUpdate: number;
  /** The session that set it. */
  readonly by: string;
}

/**
 * A server of version 2.26.0 as far as listening to one book needs it (docs/server-facts.md, the recordings): sessions
 * open in memory, others in a store; a sync adds seconds whenever it arrives; a device that opens a session closes its
 * others, and their memory replaces the store; an older position never wins in a store; two first saves at once make
 * two rows.
 */
export class ServerModel {
  now = 1_700_000_000_000;
  readonly stored = new Map<string, number>();
  readonly rows: ModelRow[] = [];
  private readonly open = new Map<string, { device: string; sum: number; time: number }>();
  private lastId = 0;
  private readonly owners = new Map<string, string>();

  /** The server's answer; `beside`: another request that arrives in the same moment. */
  handle(request: ModelRequest, beside?: ModelRequest): ModelAnswer {
    const hadRow = this.rows.length > 0;
    const answer = this.one(request);
    const began = !hadRow && this.rows.length === 1;
    if (began && beside && this.savesNow(beside)) {
      this.rows.push({ time: 0, lastUpdate: this.now, by: 'doubled' });
    }
    return answer;
  }

  private savesNow(request: ModelRequest): boolean {
    return (
      request.kind === 'store' || ((request.kind === 'sync' || request.kind === 'close') && this.open.has(request.id))
    );
  }

  private one(request: ModelRequest): ModelAnswer {
    switch (request.kind) {
      case 'play': {
        for (const [id, session] of this.open) if (session.device === request.device) this.close(id);
        this.lastId += 1;
        const id = `s${this.lastId}`;
        const time = this.rows[0]?.time ?? 0;
        this.open.set(id, { device: request.device, sum: 0, time });
        this.owners.set(id, request.device);
        return { kind: 'session', id, sum: 0, time, now: this.now };
      }
      case 'sync':
        return this.sync(request.id, request) ? { kind: 'ok' } : { kind: 'notFound' };
      case 'close':
        if (!this.open.has(request.id)) return { kind: 'notFound' };
        if (request.last) this.sync(request.id, request.last);
        this.close(request.id);
        return { kind: 'ok' };
      case 'read': {
        const session = this.open.get(request.id);
        if (!session) return { kind: 'notFound' };
        return { kind: 'session', id: request.id, sum: session.sum, time: session.time, now: this.now };
      }
      case 'store': {
        this.stored.set(request.id, request.listened);
        const row = this.rows[0];
        const isNewest = !row || request.updatedAt > row.lastUpdate;
        if (isNewest) this.setRow(request.time, request.updatedAt, this.owners.get(request.id) ?? '');
        return { kind: 'stored', isNewest };
      }
      case 'progress':
        return { kind: 'progress', row: this.rows[0] ?? null };
    }
  }

  /** Another client moves the position. */
  move(time: number): void {
    this.setRow(time, this.now, 'other client');
  }

  /** Another client changes another part of the entry, like the place in its ebook. */
  touch(): void {
    const row = this.rows[0];
    if (row) this.rows[0] = { ...row, lastUpdate: this.now };
  }

  restart(): void {
    this.open.clear();
  }

  sum(): number {
    return [...this.stored.values()].reduce((all, seconds) => all + seconds, 0);
  }

  private sync(id: string, { listened, time }: { listened: number; time: number }): boolean {
    const session = this.open.get(id);
    if (!session) return false;
    session.sum += listened;
    session.time = time;
    if (session.sum > 0) this.stored.set(id, session.sum);
    this.setRow(time, this.now, session.device);
    return true;
  }

  private close(id: string): void {
    const session = this.open.get(id);
    if (session && session.sum > 0) this.stored.set(id, session.sum);
    this.open.delete(id);
  }

  private setRow(time: number, lastUpdate: number, by: string): void {
    this.rows[0] = { time, lastUpdate, by };
  }
}

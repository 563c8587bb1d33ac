/**
 * COPY FROM STDIN of what is in memory. Not by streams: those of a batch that is over keep everything in it alive until the
 * whole heap is collected, and a copy takes nearly twice as long (docs/decisions/0228).
 */
import type pg from 'pg';

/** What the driver calls while a statement of its queue runs. */
class CopyIn implements pg.Submittable {
  readonly #text: string;
  readonly #content: Buffer;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;

  constructor(text: string, content: Buffer, resolve: () => void, reject: (error: unknown) => void) {
    this.#text = text;
    this.#content = content;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** All at once, without a round trip to hear that the server is ready: where it is not, it passes over the content by itself. */
  submit(connection: pg.Connection): void {
    const copying = connection as pg.Connection & CopyConnection;
    connection.query(this.#text);
    copying.sendCopyFromChunk(this.#content);
    copying.endCopyFrom();
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }
}

/** Of a connection what its published types leave out. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Runs a `COPY ... FROM STDIN` with its whole content. Throws DatabaseError, and Error where the connection ends. */
export const copyIn = (client: pg.ClientBase, text: string, content: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(text, content, resolve, reject));
  });

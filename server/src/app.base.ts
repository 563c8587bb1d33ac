/** What a server is made from, whoever makes it: main.ts, the demonstration, a test. */
import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { Clock } from './kernel/clock.ts';
import type { ConnectedConfig } from './kernel/config.ts';
import type { Logger } from './kernel/context.ts';
import type { Database } from './kernel/db.ts';
import type { Listener } from './kernel/listen.ts';
import type { WebProcess } from './kernel/web-process.ts';

export interface Base {
  readonly config: ConnectedConfig;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  readonly listener: Listener;
  /** Folders that hold data, where the database lies apart from DATA_DIR; absent = DATA_DIR. */
  readonly storage?: readonly string[];
  /** True where the database is the embedded one of this process. */
  readonly isEmbedded?: boolean;
  /** Makes the HTTP server; absent = an ordinary one. */
  readonly makeHttpServer?: (handler: RequestListener, options: ServerOptions) => Server;
  /** The process that serves the pages of this one; absent = this one does, or none here. */
  readonly web?: WebProcess;
  /** True while no reading is taken because the disk has no room; absent = the database says so itself. */
  readonly isDiskFull?: () => boolean;
}

/** The folders whose disks the data lie on, as far as this machine holds them. */
export const storageOf = ({ config, storage }: Base): readonly string[] => storage ?? [config.dataDir];

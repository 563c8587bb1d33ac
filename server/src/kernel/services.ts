/** What the process opens once and every handler may use: `context.services`. */
import type { Addresses } from './addresses.ts';
import type { Config } from './config.ts';
import type { Pool } from './db.ts';
import { type Files, openFiles } from './files.ts';
import { type Outbound, openOutbound } from './outbound.ts';
import { openSecretBox, type SecretBox } from './secret-box.ts';

export interface Services {
  readonly config: Config;
  /** Filled in once everything listens. */
  readonly addresses: Addresses;
  /** Connections outside the transaction of a request: for statements that run beside each other. */
  readonly pool: Pool;
  readonly files: Files;
  readonly outbound: Outbound;
  readonly secrets: SecretBox;
}

export const openServices = (config: Config, pool: Pool, addresses: Addresses): Services => ({
  config,
  addresses,
  pool,
  files: openFiles(config),
  outbound: openOutbound(config.outboundAllow),
  secrets: openSecretBox(config.dataDir),
});

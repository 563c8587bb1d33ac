/** What the process opens once and every handler may use: `context.services`. */
import type { Addresses } from './addresses.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Pool } from './db.ts';
import { type Files, openFiles } from './files.ts';
import { type Outbound, openOutbound } from './outbound.ts';
import { openSecretBox, type SecretBox } from './secret-box.ts';
import { openSecurityLog, type SecurityLog } from './security-log.ts';

interface KernelServices {
  readonly config: Config;
  /** The folders whose disks the data lie on, as far as this machine holds them. */
  readonly storage: readonly string[];
  /** Filled in once everything listens. */
  readonly addresses: Addresses;
  /** Connections outside the transaction of a request: for statements that run beside each other. */
  readonly pool: Pool;
  readonly files: Files;
  readonly outbound: Outbound;
  readonly secrets: SecretBox;
  readonly security: SecurityLog;
}
/**
 * A feature that needs something of the pipeline, which lies above it, declares it here by `declare module` in its
 * `.api.ts`; `app.ts` does not compile until it hands that over.
 */
export interface Services extends KernelServices {}
/** Services that the kernel cannot open by itself. */
export type HandedServices = Omit<Services, keyof KernelServices>;

export const openServices = (
  {
    config,
    clock,
    database,
    storage,
  }: {
    readonly config: Config;
    readonly clock: Clock;
    readonly database: { pool: Pool };
    readonly storage: readonly string[];
  },
  addresses: Addresses,
  handed: HandedServices,
): Services => ({
  config,
  storage,
  addresses,
  pool: database.pool,
  files: openFiles(config),
  outbound: openOutbound(() => config.outboundAllow),
  secrets: openSecretBox(config.dataDir),
  security: openSecurityLog(clock),
  ...handed,
});

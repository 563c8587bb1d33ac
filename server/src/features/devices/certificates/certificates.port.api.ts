/**
 * The identity of devices by certificate, for the links of the gateway. Invariants: a certificate lets in a device of the
 * corporation whose authority issued it, and no other; one that was revoked, or has ended, or whose authority was removed, keeps no
 * connection.
 */
import { X509Certificate } from 'node:crypto';
import type { CertificateFault } from '@plumbline/contract/devices/certificates';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db } from '../../../kernel/context.ts';
import * as table from './certificates.desk.table.ts';
import { fingerprintOf } from './logic/issuing.ts';
import { judge, type Presented, readPresented, type Trusted } from './logic/presented.ts';

export { openProxied, type Proxied } from './logic/proxied-certificate.ts';

interface KnownDevice {
  readonly id: number;
  readonly corporationId: number;
  readonly sncode: string;
}
export type Admitted<D> =
  | { readonly device: D; readonly certificateId: number }
  | { readonly device: D | null; readonly name: string; readonly fault: CertificateFault };
/** Who has no certificate of this installation takes as long to be refused as who has a wrong one. */
const nobody = { id: 0, corporationId: 0 } as const;

export class CertificateDesk {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Whose certificate this is, in the name that was given or (undefined) its own; one of an authority of theirs is listed from
   * then on. `find` gives the device of a serial number.
   */
  async admit<D extends KnownDevice>(
    der: Buffer,
    header: string | undefined,
    find: (sncode: string) => Promise<D | null>,
  ): Promise<Admitted<D>> {
    const presented = readPresented(der);
    const name = header ?? presented?.names[0] ?? '';
    const device = name === '' ? null : await find(name);
    if (!presented) return { device, name, fault: 'unreadable' };
    const judged = await this.#judge(device ?? nobody, presented);
    if ('fault' in judged) return { device, name, fault: judged.fault };
    if (!device || !presented.names.includes(name)) return { device, name, fault: 'otherDevice' };
    const used = await this.#use(device, judged.authority, presented.read);
    return typeof used === 'number' ? { device, certificateId: used } : { device, name, fault: used };
  }

  async #judge({ corporationId }: Pick<KnownDevice, 'corporationId'>, presented: Presented) {
    const rows = await table.trusted(this.#db, corporationId);
    const trusted = rows.map(({ certificate, ...row }) => ({ ...row, read: new X509Certificate(certificate) }));
    return judge(presented, trusted, this.#clock.now());
  }

  /** Notes that a certificate was used; gives its id, or why it lets nobody in. */
  async #use(device: KnownDevice, authority: Trusted, read: X509Certificate): Promise<number | CertificateFault> {
    const now = this.#clock.now();
    const fingerprint = fingerprintOf(read);
    const certificate = await table.known(this.#db, device.id, fingerprint);
    if (certificate?.revokedAt) return 'revoked';
    if (!certificate && authority.isOwn) return 'notIssued';
    if (certificate?.isFresh(now)) return certificate.id;
    const used = {
      deviceId: device.id,
      authorityId: authority.id,
      fingerprint,
      serial: read.serialNumber,
      starts: read.validFromDate,
      ends: read.validToDate,
    };
    // Null = it was revoked in between.
    return (await table.use(this.#db, now, used)) ?? 'revoked';
  }

  /** Which of these still let their devices in. */
  stillGood(certificateIds: readonly number[]): Promise<ReadonlySet<number>> {
    return table.stillGood(this.#db, this.#clock.now(), certificateIds);
  }
}

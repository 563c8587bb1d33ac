/** Certificates of others, made by OpenSSL: authorities, and what they issue for devices. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** A folder of certificates, removed when the tests of the file are over. */
export function openCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-certificates-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  const file = (name: string) => join(folder, name);
  const run = (...args: string[]) => {
    const made = spawnSync('openssl', args, { timeout: 20_000 });
    assert.equal(made.status, 0, made.stderr.toString());
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  /** Signed by itself. */
  function selfSigned(subject: string, ...more: string[]): CertificateFiles {
    const files = { cert: file(`${++count}.pem`), key: file(`${count}.key`) };
    run(
      ...['req', '-x509', ...newKey, '-days', '400', '-subj', subject],
      ...['-keyout', files.key, '-out', files.cert, ...more],
    );
    return files;
  }
  function request(subject: string, key = newKey): { readonly request: string; readonly key: string } {
    const files = { request: file(`${++count}.csr`), key: file(`${count}.key`) };
    run('req', '-new', ...key, '-subj', subject, '-keyout', files.key, '-out', files.request);
    return files;
  }
  return {
    selfSigned,
    request,
    authority: (name: string) => selfSigned(`/CN=${name}`, '-addext', 'keyUsage=critical,keyCertSign,cRLSign'),
    issued(by: CertificateFiles, subject: string, { days = 200, extensions = '' } = {}): CertificateFiles {
      const { request: csr, key } = request(subject);
      const cert = file(`${++count}.pem`);
      const more = file(`${count}.ext`);
      writeFileSync(more, extensions || 'basicConstraints=CA:FALSE');
      run(
        ...['x509', '-req', '-in', csr, '-CA', by.cert, '-CAkey', by.key, '-CAcreateserial'],
        ...['-days', String(days), '-extfile', more, '-out', cert],
      );
      return { cert, key };
    },
    /** The list of an authority: what it has revoked, signed by it. `der` = not as text. */
    revocationList(
      by: CertificateFiles,
      revoked: readonly CertificateFiles[],
      { days = 30, der = false }: { days?: number; der?: boolean } = {},
    ): string {
      const name = `${++count}`;
      const config = file(`${name}.cnf`);
      writeFileSync(file(`${name}.index`), '');
      writeFileSync(file(`${name}.number`), '01');
      writeFileSync(
        config,
        [
          ...['[ca]', 'default_ca = own', '[own]', `database = ${file(`${name}.index`)}`],
          ...[`crlnumber = ${file(`${name}.number`)}`, 'default_md = sha256', 'unique_subject = no'],
        ].join('\n'),
      );
      const own = ['ca', '-config', config, '-cert', by.cert, '-keyfile', by.key];
      for (const { cert } of revoked) run(...own, '-revoke', cert);
      const list = file(`${name}.crl`);
      run(...own, '-gencrl', '-crldays', String(days), '-out', list);
      if (!der) return readFileSync(list, 'utf8');
      run('crl', '-in', list, '-outform', 'DER', '-out', `${list}.der`);
      return readFileSync(`${list}.der`).toString('base64');
    },
    /** What OpenSSL prints of a file. */
    printed(content: Buffer, ...args: string[]): string {
      const path = file(`${++count}.bin`);
      writeFileSync(path, content);
      const read = spawnSync('openssl', [...args, '-in', path], { timeout: 20_000 });
      assert.equal(read.status, 0, read.stderr.toString());
      return `${read.stdout.toString()}${read.stderr.toString()}`;
    },
    /** Of what was given out as text. */
    saved(cert: string, key: string): CertificateFiles {
      const files = { cert: file(`${++count}.pem`), key: file(`${count}.key`) };
      writeFileSync(files.cert, cert);
      writeFileSync(files.key, key);
      return files;
    },
    text: (path: string) => readFileSync(path, 'utf8'),
  };
}

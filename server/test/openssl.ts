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

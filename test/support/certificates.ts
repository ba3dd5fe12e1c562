import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of a certificate and its key. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** An authority of its own in a folder, which signs for whatever name it is asked to. */
export interface Authority extends KeyPair {
  /** `subject` is its CN, `names` its subjectAltName, such as "DNS:localhost,IP:127.0.0.1". */
  sign(subject: string, names: string, validity?: readonly string[]): KeyPair;
}

function openssl(folder: string, ...args: string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function makeAuthority(folder: string, name: string): Authority {
  const pairOf = (subject: string): KeyPair => ({
    certificate: join(folder, `${subject}.crt`),
    key: join(folder, `${subject}.key`),
  });
  const own = pairOf(name);
  const out = ['-out', own.certificate, '-keyout', own.key];
  openssl(folder, 'req', '-x509', ...NEW_KEY, '-days', '30', '-subj', `/CN=${name}`, ...out);
  return {
    ...own,
    sign(subject, names, validity = ['-days', '30']) {
      const pair = pairOf(subject);
      const request = join(folder, `${subject}.csr`);
      const extensions = join(folder, `${subject}.ext`);
      writeFileSync(extensions, `subjectAltName=${names}\n`);
      openssl(folder, 'req', ...NEW_KEY, '-subj', `/CN=${subject}`, '-out', request, '-keyout', pair.key);
      const by = ['-CA', own.certificate, '-CAkey', own.key, '-CAcreateserial', '-extfile', extensions];
      openssl(folder, 'x509', '-req', '-in', request, '-out', pair.certificate, ...by, ...validity);
      return pair;
    },
  };
}
